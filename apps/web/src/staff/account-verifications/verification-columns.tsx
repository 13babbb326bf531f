import type { AccountVerification } from '@quincena/domain/accounts/verification-schema'
import { failureNames, sourceNames } from '@quincena/domain/accounts/verification-words'
import { formatDateTime } from '@quincena/domain/format'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { badgeOf } from '../account-verification/badge.ts'

function evidenceText({ holder_name, failure, source }: AccountVerification): string {
  if (failure !== null) return failureNames[failure]
  if (holder_name !== null) return holder_name
  return source === null ? '—' : sourceNames[source]
}

/** Columns of the list of verified accounts. */
export const verificationColumns: readonly Column<AccountVerification>[] = [
  {
    key: 'worker',
    header: 'Trabajador',
    render: ({ worker, company_name }) => <PersonCell name={worker} detail={company_name ?? 'Sin empresa'} />,
  },
  {
    key: 'account',
    header: 'Cuenta',
    render: ({ bank_name, account_last4, is_current }) =>
      `${is_current ? bank_name : 'Anterior'} ···· ${account_last4}`,
  },
  { key: 'evidence', header: 'Según su banco', render: evidenceText },
  {
    key: 'date',
    header: 'Fecha',
    render: ({ decided_at, requested_at }) => formatDateTime(decided_at ?? requested_at),
  },
  { key: 'state', header: 'Estado', render: (row) => <StatusBadge {...badgeOf(row)} /> },
]
