import type { UserListItem } from '@quincena/domain/users/schema'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import classes from './user-columns.module.css'

const noCompany = 'Sin empresa'

/** Columns of the user list: full name, e-mail, RFC, type and company (spec: backoffice §2). */
export const userColumns: readonly Column<UserListItem>[] = [
  {
    key: 'first_name',
    header: 'Nombre completo',
    render: ({ first_name, last_name, key, is_invited, is_unconfirmed }) => (
      <span className={classes.person}>
        <PersonCell
          name={`${first_name} ${last_name}`}
          detail={[key, is_invited && 'Invitación pendiente'].filter(Boolean).join(' · ')}
        />
        {is_unconfirmed && <StatusBadge tone="pending" label="Por confirmar" />}
      </span>
    ),
    sortable: true,
  },
  {
    key: 'email',
    header: 'Correo electrónico',
    render: ({ email }) => <span className={classes.email}>{email}</span>,
    sortable: true,
  },
  { key: 'rfc', header: 'RFC', render: ({ rfc }) => <span className={classes.code}>{rfc ?? '—'}</span> },
  { key: 'user_type', header: 'Tipo de usuario', render: ({ type }) => type, sortable: true },
  {
    key: 'company',
    header: 'Empresa',
    render: ({ company_name }) => company_name ?? <span className={classes.none}>{noCompany}</span>,
  },
]
