import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TransferDetail } from '@quincena/domain/transfers/detail'
import { IconFileTypePdf, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { GoButton } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import { typeWords } from '../loan/words.ts'
import { transferQuery, useAskStp } from './api.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import { StpRecord } from './stp-record.tsx'
import classes from './transfer-dialog.module.css'
import { TransferTabs } from './transfer-tabs.tsx'
import { accountTypeName, paymentTypeName, transferWords } from './transfer-words.ts'

function Chips({ order }: { order: TransferDetail }) {
  const { payment_type, account_type_beneficiary, account_type_payer, company } = order
  const chips = [
    paymentTypeName(payment_type),
    `Beneficiario: ${accountTypeName(account_type_beneficiary)}`,
    `Ordenante: ${accountTypeName(account_type_payer)}`,
    company,
  ]
  return (
    <ul className={classes.chips} aria-label="Resumen de la orden">
      <li>
        <StatusBadge {...transferWords(order)} />
      </li>
      {chips.map((chip) => (
        <li key={chip} className={classes.chip}>
          {chip}
        </li>
      ))}
    </ul>
  )
}

/** Shows why the order is in review, failed, was returned or waits. */
function TransferProblem({ order }: { order: TransferDetail }) {
  const { error, return_cause, review_reason, held_reason } = order
  const text = review_reason ?? error ?? return_cause ?? held_reason
  if (text === null) return null
  return (
    <div className={classes.trouble}>
      <Notice tone="problem">
        {review_reason !== null && <strong>Necesita revisión. </strong>}
        {text}
      </Notice>
    </div>
  )
}

/** Banxico's page where the data of a transfer give its CEP. */
const cepSearch = 'https://www.banxico.org.mx/cep/'

/** Opens Banxico's proof (CEP) of a settled order: STP's link or, without a link, Banxico's search page. */
function Cep({ order: { state, url_cep } }: { order: TransferDetail }) {
  if (url_cep === null && state !== 'LQ') return null
  const isAvailable = url_cep !== null
  const Icon = isAvailable ? IconFileTypePdf : IconSearch
  return (
    <Button
      variant="default"
      onClick={() => window.open(url_cep ?? cepSearch, '_blank', 'noopener,noreferrer')}
      leftSection={smallIcon(Icon)}
    >
      {isAvailable ? 'VER CEP PDF' : 'BUSCAR CEP EN BANXICO'}
    </Button>
  )
}

/** Opens what the order moves money for: the loan, the worker or the incoming payment. */
function RelatedRecord({ order }: { order: TransferDetail }) {
  const { loan, loan_type, user, incoming_payment } = order
  const variant = order.needs_review ? 'default' : 'filled'
  if (loan !== null && loan_type !== null)
    return (
      <GoButton to={typeWords[loan_type].detailPath} params={{ id: loan }} variant={variant}>
        VER SOLICITUD RELACIONADA
      </GoButton>
    )
  if (user !== null)
    return (
      <GoButton to="/usuarios" search={{ ver: user }} variant={variant}>
        VER PERSONA
      </GoButton>
    )
  if (incoming_payment === null) return null
  return (
    <GoButton to="/abonos" search={{ abono: incoming_payment }} variant={variant}>
      VER ABONO
    </GoButton>
  )
}

interface FootProps {
  order: TransferDetail
  isAsking: boolean
  onAskStp: () => void
  onResolve: () => void
}

function Foot({ order, isAsking, onAskStp, onResolve }: FootProps) {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <div className={classes.foot}>
      <Button variant="default" loading={isAsking} leftSection={smallIcon(IconRefresh)} onClick={onAskStp}>
        Preguntar a STP
      </Button>
      <span className={classes.gap} />
      {order.needs_review && isAdmin && <Button onClick={onResolve}>Resolver</Button>}
      <Cep order={order} />
      <RelatedRecord order={order} />
    </div>
  )
}

function Content({ id, onResolve }: { id: number; onResolve: () => void }) {
  const query = useQuery(transferQuery(id))
  const order = query.data
  usePageTitle(order && `${order.tracking_key} · ${order.beneficiary_name}`)
  const askStp = useAskStp(id)
  const isAdmin = useUser().user_type === 'U0'
  if (order === undefined) return <LoadState query={query} title="Error al cargar órdenes STP." />
  const onAskStp = () => askStp.mutate(undefined, { onError: toast.error })
  return (
    <>
      <Chips order={order} />
      <TransferProblem order={order} />
      {order.needs_review && !isAdmin && (
        <p className={classes.hint}>
          Solo administración puede resolverla; tú puedes preguntar a STP y ver su historia.
        </p>
      )}
      {askStp.data !== undefined && <StpRecord answer={{ ...askStp.data, order }} />}
      <TransferTabs order={order} />
      <Foot order={order} isAsking={askStp.isPending} onAskStp={onAskStp} onResolve={onResolve} />
    </>
  )
}

function Resolving({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: order } = useQuery(transferQuery(id))
  return order === undefined ? null : <ResolveDialog order={order} opened onClose={onClose} />
}

/** Shows one STP order. While the resolve dialog is open, it replaces the detail. */
export function TransferDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const [isResolving, resolving] = useDisclosure(false)
  return (
    <>
      <Dialog
        opened={id !== undefined && !isResolving}
        onClose={onClose}
        title="Detalle de la orden STP"
        size={720}
        classNames={{ body: classes.body ?? '' }}
      >
        {id !== undefined && <Content key={id} id={id} onResolve={resolving.open} />}
      </Dialog>
      {id !== undefined && isResolving && <Resolving id={id} onClose={resolving.close} />}
    </>
  )
}
