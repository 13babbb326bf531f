import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import type { BankStatement } from '@quincena/domain/bank-statements/schema'
import { formatDateTime } from '@quincena/domain/format'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'
import { useListPage } from '../../lib/use-list-page.ts'
import { statementsQuery } from './api.ts'
import classes from './banks.module.css'
import { type BanksUrl, banksSearch } from './search.ts'

const pageSize = 10

const states: Record<BankStatement['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'En espera', tone: 'pending' },
  running: { label: 'Leyendo', tone: 'pending' },
  finished: { label: 'Leído', tone: 'done' },
}

const stateOf = ({ state, rejected_count }: BankStatement) =>
  state === 'finished' && rejected_count > 0
    ? { label: 'Leído en parte', tone: 'rejected' as const }
    : states[state]

const figure = (key: 'added' | 'known' | 'rejected_count' | 'matched', header: string) =>
  ({
    ...{ key, header, align: 'end' },
    render: (statement) => statement[key].toLocaleString('es-MX'),
  }) satisfies Column<BankStatement>

const columns: readonly Column<BankStatement>[] = [
  {
    key: 'file_name',
    header: 'Archivo',
    render: ({ file_name }) => <span className={classes.file}>{file_name}</span>,
  },
  { key: 'state', header: 'Estado', render: (statement) => <StatusBadge {...stateOf(statement)} /> },
  figure('added', 'Nuevos'),
  figure('known', 'Ya estaban'),
  figure('rejected_count', 'Sin leer'),
  figure('matched', 'Conciliados'),
  { key: 'uploaded_by', header: 'Subió', render: ({ uploaded_by }) => uploaded_by },
  {
    ...{ key: 'created_at', header: 'Cuándo', align: 'end' },
    render: ({ created_at }) => formatDateTime(created_at),
  },
]

interface HistoryProps extends BanksUrl {
  account: BankAccount
}

/** The statements of an account with who uploaded them and what they brought. */
export function StatementHistory({ account, ...url }: HistoryProps) {
  const query = statementsQuery(account.id, { page: url.search.page ?? 1, page_size: pageSize })
  const { table } = useListPage({ ...url, parse: banksSearch, query, pageSize })
  return (
    <section>
      <h2 className={classes.heading}>Estados de cuenta anteriores</h2>
      <DataTable
        label="Estados de cuenta"
        columns={columns}
        {...table}
        errorTitle="Error al cargar los estados de cuenta."
        linkOf={({ id }) => ({ to: '/tesoreria/bancos', search: { ...url.search, estado: id } })}
        empty={
          <EmptyState
            title="Aún no hay estados de cuenta"
            text="Descárgalo de la banca en línea como CSV o Excel y súbelo tal cual."
          />
        }
      />
    </section>
  )
}
