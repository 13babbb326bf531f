import { Box, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import { messageOf } from '@quincena/domain/messages'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { ErrorState, NotFoundState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { useCurrentInView } from '../../components/use-current-in-view.ts'
import { ApiError } from '../../lib/api-error.ts'
import { lastSearchOf } from '../../lib/list-searches.ts'
import { usePageCommand } from '../../lib/page-commands.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { LoanActivity } from '../activity/loan-activity.tsx'
import { loanQuery } from '../loan/api.ts'
import { typeWords } from '../loan/words.ts'
import { PayoutsBanner } from '../transfer/payouts-banner.tsx'
import { ApplicantTab } from './applicant-tab.tsx'
import { DocumentsNotice } from './confirmation-notice.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { LoanActions } from './loan-actions.tsx'
import classes from './loan-detail-page.module.css'
import { LoanHead } from './loan-head.tsx'
import { NextRequest } from './next-request.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { PayoffDialog } from './payoff-dialog.tsx'
import { ReturnedPanel } from './returned-panel.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { type LoanTab, loanTab } from './search.ts'

interface TabProps {
  tab: LoanTab
  onTab: (tab: LoanTab) => void
}

interface LoanTabsProps extends TabProps {
  loan: LoanDetail
  onPay: () => void
  onSettle: () => void
}

function LoanTabs({ loan, tab, onTab, ...money }: LoanTabsProps) {
  const row = useCurrentInView()
  const command = { isAvailable: true }
  usePageCommand({ ...command, label: 'Ver documentación', key: 'd', run: () => onTab('documentacion') })
  usePageCommand({ ...command, label: 'Ver pagos', run: () => onTab('pagos') })
  usePageCommand({ ...command, label: 'Ver actividad', run: () => onTab('actividad') })
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(loanTab.catch('solicitante').parse(value))}
      keepMounted={false}
      classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }}
    >
      <Tabs.List ref={row}>
        <Tabs.Tab value="solicitante">Datos del solicitante</Tabs.Tab>
        <Tabs.Tab value="documentacion">Documentación</Tabs.Tab>
        <Tabs.Tab value="pagos">Pagos</Tabs.Tab>
        <Tabs.Tab value="actividad">Actividad</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="solicitante">
        <ApplicantTab loan={loan} />
      </Tabs.Panel>
      <Tabs.Panel value="documentacion">
        <DocumentsTab loan={loan} />
      </Tabs.Panel>
      <Tabs.Panel value="pagos">
        <PaymentsTab loan={loan} {...money} />
      </Tabs.Panel>
      <Tabs.Panel value="actividad">
        <LoanActivity loan={loan} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Crumbs({ type }: { type: LoanType }) {
  return (
    <AnchorLink
      to={typeWords[type].listPath}
      search={lastSearchOf(typeWords[type].listPath)}
      {...crumbLinkProps}
    >
      {typeWords[type].list}
    </AnchorLink>
  )
}

/** States in which the loan shows a pause of all payouts: its payout is still ahead. */
const beforePayout: readonly LoanState[] = ['requested', 'approved', 'disbursing', 'payout_returned']

/** A rejected loan waits for nothing: only the dialog that approves it again says what is missing. */
const waitsForDocuments = ({ documents_unreviewed, state }: LoanDetail) =>
  documents_unreviewed === true && state !== 'rejected'

function Detail({ loan, ...tabs }: TabProps & { loan: LoanDetail }) {
  const [isPaying, paying] = useDisclosure(false)
  const [isSettling, settling] = useDisclosure(false)
  const [decided, setDecided] = useState<number>()
  return (
    <>
      <PageHeader
        title={typeWords[loan.type].detail}
        crumbs={[<HomeCrumb key="home" />, <Crumbs key="list" type={loan.type} />, loan.folio]}
        actions={
          <LoanActions
            loan={loan}
            onPay={paying.open}
            hidesPay={tabs.tab === 'pagos'}
            onDecided={() => setDecided(loan.id)}
            onNotDone={() => setDecided(undefined)}
          />
        }
      />
      {loan.approval_blocker !== undefined && (
        <Box mb={20}>
          <Notice tone="info">{messageOf(loan.approval_blocker)}</Notice>
        </Box>
      )}
      {decided === loan.id && <NextRequest id={loan.id} type={loan.type} />}
      {beforePayout.includes(loan.state) && (
        <PayoutsBanner consequence="Se puede aprobar, pero nadie puede aceptar ni recibir dinero hasta que se reanuden." />
      )}
      <LoanHead loan={loan} />
      {loan.state === 'payout_returned' && <ReturnedPanel loan={loan} />}
      {loan.in_clarification && loan.state !== 'payout_returned' && (
        <Box mb={20}>
          <ReviewPanel loan={loan} />
        </Box>
      )}
      {waitsForDocuments(loan) && (
        <Box mb={20}>
          <DocumentsNotice
            loan={loan}
            onReview={tabs.tab === 'documentacion' ? undefined : () => tabs.onTab('documentacion')}
          />
        </Box>
      )}
      <LoanTabs loan={loan} onPay={paying.open} onSettle={settling.open} {...tabs} />
      <PaymentDialog loan={loan} opened={isPaying} onClose={paying.close} />
      <PayoffDialog loan={loan} opened={isSettling} onClose={settling.close} />
    </>
  )
}

function LoanPage({ id, type, ...tabs }: TabProps & { id: number; type: LoanType }) {
  const { data: loan, error, refetch } = useQuery(loanQuery(id))
  const words = typeWords[type]
  usePageTitle(loan && `${loan.folio} · ${loan.user.first_name} ${loan.user.last_name}`)
  if (error instanceof ApiError && error.status === 404) {
    const back = (
      <ButtonLink to={words.listPath} variant="light">
        Ir a {words.list.toLowerCase()}
      </ButtonLink>
    )
    return <NotFoundState action={back} />
  }
  if (loan === undefined) {
    return (
      <>
        <PageHeader
          title={words.detail}
          crumbs={[<HomeCrumb key="home" />, <Crumbs key="list" type={type} />]}
        />
        {error ? (
          <ErrorState title="Error al obtener información del préstamo" error={error} onRetry={refetch} />
        ) : (
          <CardsSkeleton cards={2} height={180} />
        )}
      </>
    )
  }
  if (loan.type !== type) return <Navigate to={typeWords[loan.type].detailPath} params={{ id }} replace />
  return <Detail loan={loan} {...tabs} />
}

const creditRoute = getRouteApi('/staff/detalle-credito/$id')
const advanceRoute = getRouteApi('/staff/detalle-anticipo/$id')

export function CreditDetailPage() {
  const { id } = creditRoute.useParams()
  const { tab = 'solicitante' } = creditRoute.useSearch()
  const navigate = creditRoute.useNavigate()
  const onTab = (next: LoanTab) => void navigate({ search: { tab: next }, replace: true })
  return <LoanPage id={id} type="credit" tab={tab} onTab={onTab} />
}

export function AdvanceDetailPage() {
  const { id } = advanceRoute.useParams()
  const { tab = 'solicitante' } = advanceRoute.useSearch()
  const navigate = advanceRoute.useNavigate()
  const onTab = (next: LoanTab) => void navigate({ search: { tab: next }, replace: true })
  return <LoanPage id={id} type="advance" tab={tab} onTab={onTab} />
}
