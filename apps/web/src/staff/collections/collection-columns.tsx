import type { CollectionItem } from '@quincena/domain/collections/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { contactMeansNames } from '@quincena/domain/notes/schema'
import type { Column } from '../../components/data-table-types.ts'
import { AnchorLink } from '../../components/links.tsx'
import { today } from '../../lib/today.ts'
import classes from './collections-page.module.css'

type CollectionColumn = Column<CollectionItem>

const none = '—'

function Person({ user }: Pick<CollectionItem, 'user'>) {
  return (
    <span className={classes.lines}>
      <AnchorLink to="/usuarios" search={{ ver: user.id }} className={classes.person}>
        {user.first_name} {user.last_name}
      </AnchorLink>
      <span className={classes.second}>{user.company_name ?? 'Sin empresa'}</span>
    </span>
  )
}

/** What is overdue; of a loan that is not late, the next amount to pay. */
function Due({ overdue, to_pay }: CollectionItem) {
  return formatMoney(overdue > 0 ? overdue : (to_pay?.amount ?? 0))
}

function LastContact({ last_contact }: Pick<CollectionItem, 'last_contact'>) {
  if (last_contact === null) return <span className={classes.second}>Sin contacto</span>
  const { at, by, means, text } = last_contact
  return (
    <span className={classes.lines} title={text}>
      <span className={classes.cut}>{text}</span>
      <span className={classes.second}>
        {contactMeansNames[means]} · {formatDate(at)} · {by}
      </span>
    </span>
  )
}

function NextStep({ last_contact }: Pick<CollectionItem, 'last_contact'>) {
  const { next_step = null, next_step_on = null } = last_contact ?? {}
  if (next_step === null) return none
  const isPast = next_step_on !== null && next_step_on < today()
  return (
    <span className={classes.lines} title={next_step}>
      <span className={classes.cut}>{next_step}</span>
      {next_step_on !== null && (
        <span className={isPast ? classes.late : classes.second}>
          {formatDate(next_step_on)}
          {isPast && ' · vencido'}
        </span>
      )}
    </span>
  )
}

export const collectionColumns: readonly CollectionColumn[] = [
  { key: 'folio', header: 'Folio', render: ({ folio }) => <span className={classes.folio}>{folio}</span> },
  { key: 'user', header: 'Persona', render: ({ user }) => <Person user={user} /> },
  { key: 'due', header: 'Por cobrar', render: (loan) => <Due {...loan} />, align: 'end' },
  {
    key: 'amount_due',
    header: 'Deuda actual',
    render: ({ amount_due }) => formatMoney(amount_due),
    align: 'end',
    sortable: true,
  },
  {
    key: 'next_payment_date',
    header: 'Vence',
    render: ({ next_payment_date }) => (next_payment_date === null ? none : formatDate(next_payment_date)),
    align: 'end',
  },
  {
    key: 'days_late',
    header: 'Días de atraso',
    render: ({ days_late }) =>
      days_late === 0 ? none : <span className={classes.late}>{days_late.toLocaleString('es-MX')}</span>,
    align: 'end',
    sortable: true,
  },
  { key: 'last_contact', header: 'Último contacto', render: (loan) => <LastContact {...loan} /> },
  { key: 'next_step', header: 'Qué sigue', render: (loan) => <NextStep {...loan} />, sortable: true },
]
