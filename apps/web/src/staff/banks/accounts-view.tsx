import { Button } from '@mantine/core'
import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { bankName } from '@quincena/domain/mexico/banks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { Column, RowAction } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { PersonCell } from '../../components/person-cell.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { bankAccountsQuery } from '../bank/api.ts'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { AccountDialogs, type AccountTask } from './account-dialogs.tsx'
import { accountNumber } from './account-words.ts'
import classes from './banks.module.css'

function Statement({ statement_day, statement_balance }: BankAccount) {
  if (statement_day === null) return <span className={classes.second}>Sin estado de cuenta</span>
  return (
    <span className={classes.two}>
      {formatDate(statement_day)}
      {statement_balance !== null && (
        <span className={classes.second}>Saldo {formatMoney(statement_balance)}</span>
      )}
    </span>
  )
}

function State({ is_default, closed_at }: BankAccount) {
  if (closed_at !== null) return <StatusBadge tone="neutral" label="Cerrada" />
  return is_default ? (
    <StatusBadge tone="active" label="Predeterminada" />
  ) : (
    <StatusBadge tone="accepted" label="Abierta" />
  )
}

const count = (value: number) => value.toLocaleString('es-MX')

const columns: readonly Column<BankAccount>[] = [
  {
    key: 'name',
    header: 'Cuenta',
    render: (account) => (
      <PersonCell
        name={account.name}
        detail={[account.bank === null ? null : bankName(account.bank), accountNumber(account)]
          .filter((part) => part !== null)
          .join(' · ')}
      />
    ),
  },
  { key: 'state', header: 'Estado', render: State },
  {
    key: 'balance',
    header: 'Cobrado en libros',
    align: 'end',
    render: ({ balance }) => formatMoney(balance),
  },
  { key: 'statement', header: 'Último movimiento', render: Statement },
  { key: 'open_lines', header: 'Por conciliar', align: 'end', render: ({ open_lines }) => count(open_lines) },
  {
    key: 'open_payments',
    header: 'Pagos sin movimiento',
    align: 'end',
    render: ({ open_payments }) => count(open_payments),
  },
]

function actionsWith(onTask: (task: AccountTask) => void): RowAction<BankAccount>[] {
  const isClosed = ({ closed_at }: BankAccount) => closed_at !== null
  return [
    { label: 'Editar', onSelect: (account) => onTask({ kind: 'edit', account }), isHidden: isClosed },
    {
      label: 'Usar como predeterminada',
      onSelect: (account) => onTask({ kind: 'default', account }),
      isHidden: (account) => isClosed(account) || account.is_default,
    },
    {
      ...{ label: 'Cerrar cuenta', tone: 'danger' },
      onSelect: (account) => onTask({ kind: 'close', account }),
      isHidden: isClosed,
    },
  ]
}

/** The lender's bank accounts with what is left to match in each; an admin adds, changes and closes them. */
export function AccountsView() {
  const { data, error, refetch } = useQuery(bankAccountsQuery)
  const [task, setTask] = useState<AccountTask | null>(null)
  const isAdmin = useUser().user_type === 'U0'
  const accounts = data?.results
  const add = isAdmin && (
    <Button leftSection={smallIcon(IconPlus)} onClick={() => setTask({ kind: 'add' })}>
      Agregar cuenta
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Bancos"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail={pluralize(accounts?.length, 'cuenta', 'cuentas')}
        actions={accounts?.length !== 0 && add}
      />
      <TreasuryNav />
      <DataTable
        label="Cuentas bancarias"
        columns={columns}
        rows={accounts}
        error={error}
        onRetry={refetch}
        errorTitle="Error al cargar las cuentas."
        linkOf={({ id }) => ({ to: '/tesoreria/bancos', search: { cuenta: id } })}
        actions={isAdmin ? actionsWith(setTask) : []}
        empty={
          <EmptyState
            title="Aún no hay cuentas bancarias"
            text="Agrega la cuenta en la que recibes los pagos que no llegan por STP, y sube su estado de cuenta para conciliarlos."
            action={add}
          />
        }
      />
      <AccountDialogs task={task} onClose={() => setTask(null)} />
    </>
  )
}
