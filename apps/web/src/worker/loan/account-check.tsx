import { Loader } from '@mantine/core'
import type { AccountCheck } from '@quincena/domain/accounts/verification-schema'
import { type MessageCode, messageOf } from '@quincena/domain/messages'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { ButtonLink } from '../../components/links.tsx'
import classes from './account-check.module.css'
import { formatDay } from './format-day.ts'

/** Text of an account that cannot be used, as the server's refusal has it. */
const refusals = {
  mismatch: 'account.mismatch',
  unconfirmed: 'account.unconfirmed',
} as const satisfies Record<string, MessageCode>

function Confirmed({ check }: { check: AccountCheck }) {
  const { decided_at, holder, source } = check
  const when = decided_at === null ? '' : ` el ${formatDay(decided_at)}`
  const how = source === 'payout' ? 'Ya recibiste dinero en esta cuenta' : `Confirmada con tu banco${when}`
  return (
    <p className={classes.line}>
      <IconCircleCheck className={classes.done ?? ''} size={20} stroke={1.75} aria-hidden />
      <span>
        {how}
        {holder !== null && <span className={classes.second}>A nombre de {holder}</span>}
      </span>
    </p>
  )
}

function Refused({ code }: { code: MessageCode }) {
  return (
    <>
      <p className={classes.refused} role="alert">
        <IconAlertCircle size={20} stroke={1.75} aria-hidden />
        {messageOf(code)}
      </p>
      <ButtonLink to="/app/bank-staff" variant="light" size="lg" fullWidth mt="sm">
        Revisar mi cuenta
      </ButtonLink>
    </>
  )
}

/** What the bank said about the receiving account, below it. Nothing if the lender does not verify accounts. */
export function AccountCheckLine({ check }: { check: AccountCheck | undefined }) {
  if (check === undefined || check.state === 'none') return null
  const { obstacle, state } = check
  if (obstacle === 'mismatch' || obstacle === 'unconfirmed') return <Refused code={refusals[obstacle]} />
  if (state === 'verified' || check.is_accepted) return <Confirmed check={check} />
  if (state !== 'pending') return null
  return (
    <p className={classes.line} role="status">
      <Loader size={18} aria-hidden />
      Estamos confirmando tu cuenta con tu banco
    </p>
  )
}
