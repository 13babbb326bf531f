import type { Company } from '@quincena/domain/companies/schema'
import { formatMoney, formatRate } from '@quincena/domain/format'
import { DEFAULT_INTEREST_RATE } from '@quincena/domain/loans/limits'
import type { Column } from '../../components/data-table-types.ts'
import classes from './companies-page.module.css'

function Rate({ interest_rate }: Company) {
  if (interest_rate !== null) return formatRate(interest_rate)
  return <span className={classes.general}>{formatRate(DEFAULT_INTEREST_RATE)} general</span>
}

/** Columns of the company list (spec: backoffice §2). */
export const companyColumns: readonly Column<Company>[] = [
  {
    key: 'key',
    header: 'Clave',
    render: ({ key }) => <span className={classes.key}>{key}</span>,
    sortable: true,
  },
  {
    key: 'name',
    header: 'Nombre',
    render: ({ name }) => <span className={classes.name}>{name}</span>,
    sortable: true,
  },
  { key: 'industry', header: 'Industria', render: ({ industry }) => industry, sortable: true },
  {
    key: 'email',
    header: 'Correo electrónico',
    render: ({ email }) => <span className={classes.email}>{email}</span>,
    sortable: true,
  },
  { key: 'interest_rate', header: 'Tasa de interés', render: Rate, align: 'end', sortable: true },
  {
    key: 'commission',
    header: 'Comisión por anticipo',
    render: ({ commission, commission_steps }) =>
      `${commission_steps === null ? '' : 'desde '}${formatMoney(commission)}`,
    align: 'end',
    sortable: true,
  },
]
