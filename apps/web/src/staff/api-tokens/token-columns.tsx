import type { ApiToken } from '@quincena/domain/api-tokens/schema'
import { type ApiTokenState, apiScopes, isApiScope } from '@quincena/domain/api-tokens/scopes'
import { businessDay } from '@quincena/domain/dates'
import { formatDate, formatDateTime } from '@quincena/domain/format'
import type { Column } from '../../components/data-table-types.ts'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'
import classes from './api-tokens.module.css'

const states: Record<ApiTokenState, { label: string; tone: Tone }> = {
  active: { label: 'Activo', tone: 'accepted' },
  waiting: { label: 'Por autorizar', tone: 'pending' },
  expired: { label: 'Vencido', tone: 'neutral' },
  revoked: { label: 'Revocado', tone: 'rejected' },
  left: { label: 'Sin responsable', tone: 'rejected' },
  company_deleted: { label: 'Empresa eliminada', tone: 'rejected' },
}

const scopeText = (scope: string) => (isApiScope(scope) ? apiScopes[scope] : scope)

function Two({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={classes.two}>
      <span>{first}</span>
      {second !== null && <span className={classes.second}>{second}</span>}
    </span>
  )
}

/** Who ended the token, or who approved it. */
function byWhom({ state, revoked_by, approved_by }: ApiToken): string | null {
  if (state === 'revoked') return revoked_by
  return approved_by === null ? null : `Autorizó ${approved_by}`
}

/** Columns of the list of tokens. */
export const tokenColumns: readonly Column<ApiToken>[] = [
  {
    key: 'name',
    header: 'Token',
    render: ({ name, prefix }) => (
      <span className={classes.two}>
        <span className={classes.name}>{name}</span>
        <span className={classes.prefix}>{prefix}…</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    render: (token) => {
      const who = byWhom(token)
      return (
        <span className={classes.two}>
          <StatusBadge {...states[token.state]} />
          {who !== null && <span className={classes.second}>{who}</span>}
        </span>
      )
    },
  },
  {
    key: 'scopes',
    header: 'Puede',
    render: ({ scopes, company }) => (
      <span className={classes.scopes}>
        <span>{scopes.map(scopeText).join(' · ')}</span>
        <span className={classes.second}>
          {company === null ? 'Todas las empresas' : `Solo ${company.name}`}
        </span>
      </span>
    ),
  },
  {
    key: 'last_used_at',
    header: 'Último uso',
    render: ({ last_used_at, last_used_ip }) =>
      last_used_at === null ? (
        <span className={classes.second}>Sin usar</span>
      ) : (
        <Two first={formatDateTime(last_used_at)} second={last_used_ip} />
      ),
  },
  { key: 'expires_at', header: 'Vence', render: ({ expires_at }) => formatDate(businessDay(expires_at)) },
  {
    key: 'created_at',
    header: 'Creado',
    render: ({ created_at, created_by }) => (
      <Two first={formatDateTime(created_at)} second={created_by.name} />
    ),
  },
]
