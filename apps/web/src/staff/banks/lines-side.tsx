import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { formatMoney } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { today } from '../../lib/today.ts'
import { dayAgeText } from '../treasury/age-words.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import { linesQuery } from './api.ts'
import { leftOf, lineDetail, lineName } from './line-words.ts'
import classes from './match-view.module.css'
import type { BanksSearch, BanksUrl } from './search.ts'
import { SortSelect } from './sort-select.tsx'

const pageSize = 10

const orders = [
  { value: '-day', label: 'Más recientes' },
  { value: 'day', label: 'Más antiguos' },
  { value: '-amount', label: 'Monto mayor' },
  { value: 'amount', label: 'Monto menor' },
] as const

interface LineRowProps {
  line: BankLine
  group: string
  isChosen: boolean
  onChoose: (id: number) => void
}

function LineRow({ line, group, isChosen, onChoose }: LineRowProps) {
  const left = leftOf(line)
  return (
    <li className={classes.item} data-chosen={isChosen}>
      <label className={classes.pick}>
        <input
          type="radio"
          name={group}
          className={classes.input}
          checked={isChosen}
          onChange={() => onChoose(line.id)}
        />
        <span className={classes.what}>
          <span className={classes.name}>{lineName(line)}</span>
          <span className={classes.second}>{lineDetail(line)}</span>
        </span>
        <span className={classes.money}>
          {formatMoney(left)}
          {left !== line.amount && <span className={classes.second}>de {formatMoney(line.amount)}</span>}
        </span>
      </label>
      <span className={classes.about}>
        <span className={classes.second}>{dayAgeText(line.day, today())}</span>
        <OwnerCell
          owner={line.owner}
          of={`movimiento ${lineName(line)}, ${lineDetail(line)}`}
          path={`/treasury/bank-lines/${line.id}`}
          topics={['bank']}
        />
      </span>
    </li>
  )
}

function Empty({ account, search }: { account: BankAccount; search: string | undefined }) {
  if (search !== undefined) return <EmptyState title="Ningún movimiento coincide con tu búsqueda" />
  const upload = (
    <ButtonLink to="/tesoreria/bancos" search={{ cuenta: account.id, vista: 'estados' }} variant="light">
      Subir estado de cuenta
    </ButtonLink>
  )
  return account.statement_day === null ? (
    <EmptyState
      title="Aún no hay movimientos del banco"
      text="Sube el estado de cuenta: los pagos que se reconocen quedan conciliados solos."
      action={upload}
    />
  ) : (
    <EmptyState
      title="Todo está conciliado"
      text="Cada movimiento tiene su pago o dice qué es."
      action={upload}
    />
  )
}

interface LinesSideProps extends BanksUrl {
  account: BankAccount
  onChoose: (id: number) => void
}

/** The lines of the bank without a payment or an explanation, to choose from. */
export function LinesSide({ account, onChoose, search, navigate }: LinesSideProps) {
  const group = useId()
  const { page = 1, ordering = '-day' } = search
  const filters = { bank_account: account.id, state: 'waiting', ordering, search: search.search }
  const query = useQuery(linesQuery({ ...filters, page, page_size: pageSize }))
  const { data, isPlaceholderData } = query
  const show = (change: BanksSearch) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) })
  return (
    <div className={classes.lines}>
      <Card
        title={`Banco: ${pluralize(data?.count, 'movimiento por conciliar', 'movimientos por conciliar')}`}
        action={<ExportMenu path="/treasury/bank-lines/export" filters={filters} count={data?.count} />}
      >
        <div className={classes.tools}>
          <SearchField
            value={search.search ?? ''}
            onSearch={(text) => show({ search: text === '' ? undefined : text })}
            label="Buscar movimiento"
            placeholder="Descripción, referencia o monto"
          />
          <SortSelect
            label="Orden de los movimientos"
            options={orders}
            value={ordering}
            onChange={(value) => show({ ordering: value })}
          />
        </div>
        {data === undefined && <LoadState query={query} title="Error al cargar los movimientos." />}
        {data?.results.length === 0 && <Empty account={account} search={search.search} />}
        {data !== undefined && data.results.length > 0 && (
          <ul className={classes.list} aria-label="Movimientos por conciliar" data-stale={isPlaceholderData}>
            {data.results.map((line) => (
              <LineRow key={line.id} {...{ line, group, onChoose }} isChosen={line.id === search.linea} />
            ))}
          </ul>
        )}
        <PageButtons
          label="Páginas de movimientos"
          page={page}
          pages={Math.ceil((data?.count ?? 0) / pageSize)}
          onPage={(next) => show({ page: next })}
        />
      </Card>
    </div>
  )
}
