import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import type { BankLine, BankPayment } from '@quincena/domain/bank-statements/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { lineQuery, openPaymentsQuery, suggestionsQuery } from './api.ts'
import { ChosenLine } from './chosen-line.tsx'
import { leftOf } from './line-words.ts'
import { MatchBar } from './match-bar.tsx'
import classes from './match-view.module.css'
import { type Choice, PaymentList } from './payment-list.tsx'
import type { BanksSearch, BanksUrl } from './search.ts'
import { SortSelect } from './sort-select.tsx'

const pageSize = 10

const orders = [
  { value: '-value_date', label: 'Más recientes' },
  { value: 'value_date', label: 'Más antiguos' },
  { value: '-amount', label: 'Monto mayor' },
  { value: 'amount', label: 'Monto menor' },
] as const

function Suggestions({ line, choice }: { line: BankLine; choice: Choice }) {
  const query = useQuery(suggestionsQuery(line.id))
  const { data } = query
  return (
    <section className={classes.part} aria-label="Sugerencias">
      <h3 className={classes.title}>Sugerencias</h3>
      {data === undefined && <LoadState query={query} title="Error al buscar sugerencias." lines={3} />}
      {data?.results.length === 0 && (
        <p className={classes.text}>Ningún pago de fechas cercanas se le parece. Búscalo abajo.</p>
      )}
      {data !== undefined && data.results.length > 0 && (
        <PaymentList label="Pagos sugeridos" payments={data.results} choice={choice} />
      )}
    </section>
  )
}

interface OpenPaymentsProps extends BanksUrl {
  account: BankAccount
  choice: Choice | null
}

function OpenPayments({ account, choice, search, navigate }: OpenPaymentsProps) {
  const { pagos_page: page = 1, pagos_ordering: ordering = '-value_date', pagos_search } = search
  const filters = { bank_account: account.id, ordering, search: pagos_search }
  const query = useQuery(openPaymentsQuery({ ...filters, page, page_size: pageSize }))
  const { data, isPlaceholderData } = query
  const show = (change: BanksSearch) =>
    void navigate({ search: (old) => ({ ...old, pagos_page: undefined, ...change }) })
  return (
    <section className={classes.part} aria-label="Pagos sin movimiento">
      <div className={classes.head}>
        <h3 className={classes.title}>
          {pluralize(data?.count, 'pago sin movimiento', 'pagos sin movimiento')}
        </h3>
        <ExportMenu path="/treasury/open-payments/export" filters={filters} count={data?.count} />
      </div>
      <div className={classes.tools}>
        <SearchField
          value={pagos_search ?? ''}
          onSearch={(text) => show({ pagos_search: text === '' ? undefined : text })}
          label="Buscar pago"
          placeholder="Trabajador, folio, referencia o monto"
        />
        <SortSelect
          label="Orden de los pagos"
          options={orders}
          value={ordering}
          onChange={(value) => show({ pagos_ordering: value })}
        />
      </div>
      {data === undefined && <LoadState query={query} title="Error al cargar los pagos." />}
      {data?.results.length === 0 && (
        <EmptyState
          title={
            pagos_search === undefined
              ? 'No hay pagos sin movimiento del banco'
              : 'Ningún pago coincide con tu búsqueda'
          }
        />
      )}
      {data !== undefined && data.results.length > 0 && (
        <PaymentList
          label="Pagos sin movimiento"
          payments={data.results}
          choice={choice}
          isStale={isPlaceholderData}
        />
      )}
      <PageButtons
        label="Páginas de pagos"
        page={page}
        pages={Math.ceil((data?.count ?? 0) / pageSize)}
        onPage={(next) => show({ pagos_page: next })}
      />
    </section>
  )
}

function useChoice() {
  const [chosen, setChosen] = useState<readonly BankPayment[]>([])
  const isChosen = (id: number) => chosen.some((payment) => payment.id === id)
  const onToggle = (payment: BankPayment) =>
    setChosen((before) =>
      before.some(({ id }) => id === payment.id)
        ? before.filter(({ id }) => id !== payment.id)
        : [...before, payment],
    )
  return { chosen, choice: { isChosen, onToggle }, clear: () => setChosen([]) }
}

interface LineMatchProps extends OpenPaymentsSource {
  line: BankLine
}

interface OpenPaymentsSource extends BanksUrl {
  account: BankAccount
  onChoose: (id: number | undefined) => void
}

function LineMatch({ line, onChoose, ...list }: LineMatchProps) {
  const { chosen, choice, clear } = useChoice()
  const canMatch = line.explained_as === null && leftOf(line) > 0
  const onDone = (left: number) => (left > 0 ? clear() : onChoose(undefined))
  return (
    <>
      <ChosenLine line={line} onLeave={() => onChoose(undefined)} />
      {canMatch && <Suggestions line={line} choice={choice} />}
      {canMatch && <MatchBar line={line} chosen={chosen} onClear={clear} onDone={onDone} />}
      <OpenPayments {...list} choice={canMatch ? choice : null} />
    </>
  )
}

function ChosenMatch({ line_id, ...rest }: OpenPaymentsSource & { line_id: number }) {
  const query = useQuery(lineQuery(line_id))
  if (query.data === undefined) return <LoadState query={query} title="Error al cargar el movimiento." />
  return <LineMatch line={query.data} {...rest} />
}

/** The payments that no line shows; for a chosen line, its suggestions and the sums of what is chosen. */
export function PaymentsSide({ line_id, ...rest }: OpenPaymentsSource & { line_id: number | undefined }) {
  return (
    <div className={classes.payments}>
      <Card title="Pagos registrados">
        {line_id === undefined ? (
          <>
            <p className={classes.text}>Elige un movimiento del banco para conciliarlo con sus pagos.</p>
            <OpenPayments {...rest} choice={null} />
          </>
        ) : (
          <ChosenMatch line_id={line_id} {...rest} />
        )}
      </Card>
    </div>
  )
}
