import { formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { NoDownloadsDrawing } from '../../../components/phone/empty-drawings.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { useFailureLog } from '../../../lib/client-log.ts'
import { failedTexts } from '../failed-texts.ts'
import { formatDay } from '../format-day.ts'
import { LoanBadge } from '../loan-badge.tsx'
import { latestAdvanceQuery } from './api.ts'
import { DownloadList } from './download-list.tsx'

const none = (
  <EmptyState
    drawing={<NoDownloadsDrawing />}
    title="Todavía no has solicitado un anticipo"
    text="Cuando lo hagas, aquí verás sus datos y sus documentos."
    action={
      <ButtonLink to="/app/new-advance" size="lg">
        Solicitar anticipo
      </ButtonLink>
    }
  />
)

const ended: readonly LoanListItem['state'][] = ['rejected', 'declined', 'expired', 'cancelled']

function Advance({ loan }: { loan: LoanListItem }) {
  const { id, folio, state, created_at, period, commission, amount, total_debt } = loan
  const hasEnded = ended.includes(state)
  const to = hasEnded ? '/app/rejected-detail/$id' : '/app/anticipation-detail/$id'
  return (
    <div className={stack.stack}>
      <Panel title={`Anticipo ${folio}`} action={<LoanBadge loan={loan} />}>
        <FactList>
          <Fact label="Fecha de solicitud">{formatDay(created_at)}</Fact>
          <Fact label="Número de días">{period}</Fact>
          <Fact label="Monto">{formatMoney(amount)}</Fact>
          <Fact label="Comisión">{formatMoney(commission)}</Fact>
          {!hasEnded && (
            <Fact label="Total a pagar" strong>
              {formatMoney(total_debt)}
            </Fact>
          )}
        </FactList>
      </Panel>
      <DownloadList
        filter={{ loan__id: id }}
        empty={
          <p className={stack.lead}>
            {hasEnded
              ? 'Este anticipo no se firmó: no hay contrato ni nada que pagar.'
              : 'El contrato y los comprobantes aparecen aquí cuando lo firmes.'}
          </p>
        }
      />
      <ButtonLink to={to} params={{ id }} size="lg" fullWidth variant="light">
        Ver el anticipo
      </ButtonLink>
      <ButtonLink to="/app/documentation" size="lg" fullWidth variant="subtle">
        Mis documentos
      </ButtonLink>
    </div>
  )
}

/** Screen «Documentos»: the worker's latest advance with all its files. */
export function AdvanceFilesPage() {
  const query = useQuery(latestAdvanceQuery)
  useFailureLog('read-advance', failedTexts.detail.advance, query.error)
  return (
    <>
      <ScreenHeader title="Documentos" backTo="/app/home" />
      <Loaded
        query={query}
        skeleton={<CardsSkeleton cards={2} height={220} />}
        errorTitle={failedTexts.detail.advance}
      >
        {(loan) => (loan === null ? none : <Advance loan={loan} />)}
      </Loaded>
    </>
  )
}
