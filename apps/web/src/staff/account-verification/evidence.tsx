import type { AccountVerification } from '@quincena/domain/accounts/verification-schema'
import {
  failureNames,
  identityNames,
  resultNames,
  sourceNames,
} from '@quincena/domain/accounts/verification-words'
import { formatDateTime } from '@quincena/domain/format'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { badgeOf } from './badge.ts'
import classes from './evidence.module.css'

interface NamesProps {
  title: string
  name: string | null
  rfc: string | null
}

function Side({ title, name, rfc }: NamesProps) {
  return (
    <div className={classes.side}>
      <dt className={classes.label}>{title}</dt>
      <dd className={classes.value}>
        <span className={classes.name}>{name ?? 'Sin nombre'}</span>
        <span className={classes.rfc}>{rfc === null ? 'Sin RFC' : `RFC ${rfc}`}</span>
      </dd>
    </div>
  )
}

/** The two names and RFCs beside each other, and what their comparison says. */
function Comparison({ verification }: { verification: AccountVerification }) {
  const { result, identity, score } = verification
  if (result === null || identity === null || score === null) return null
  const percent = `${Math.round(score * 100)} %`
  return (
    <div className={classes.comparison} data-result={result}>
      <dl className={classes.sides}>
        <Side title="Registrado" name={verification.registered_name} rfc={verification.registered_rfc} />
        <Side title="Según su banco" name={verification.holder_name} rfc={verification.holder_rfc} />
      </dl>
      <p className={classes.verdict}>
        {resultNames[result]} ({percent}). {identityNames[identity]}.
      </p>
    </div>
  )
}

function proofText({ source, failure, state }: AccountVerification): string {
  if (failure !== null) return failureNames[failure]
  if (state === 'pending') return 'Esperamos la respuesta de su banco'
  return source === null ? '—' : sourceNames[source]
}

/** What is known about who holds an account, with its evidence and date. */
export function Evidence({ verification }: { verification: AccountVerification }) {
  const { bank_name, account_last4, decided_at, requested_at, transfer, accepted_at } = verification
  return (
    <div className={classes.evidence}>
      <div>
        <StatusBadge {...badgeOf(verification)} />
      </div>
      <Comparison verification={verification} />
      <FieldGrid>
        <Field label="Cuenta">{[bank_name, `···· ${account_last4}`].filter(Boolean).join(' ')}</Field>
        <Field label="Cómo se sabe">
          {transfer === null ? (
            proofText(verification)
          ) : (
            <AnchorLink to="/stp" search={{ order: transfer }} fz="sm">
              {proofText(verification)}
            </AnchorLink>
          )}
        </Field>
        <Field label={decided_at === null ? 'Desde' : 'Fecha'}>
          {formatDateTime(decided_at ?? requested_at)}
        </Field>
        {accepted_at !== null && (
          <>
            <Field label="Aceptada">{formatDateTime(accepted_at)}</Field>
            <Field label="La autorizó">{verification.accepted_by ?? '—'}</Field>
            <Field label="Motivo">{verification.accepted_reason ?? '—'}</Field>
          </>
        )}
      </FieldGrid>
    </div>
  )
}
