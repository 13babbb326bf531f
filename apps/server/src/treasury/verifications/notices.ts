import type { VerificationRow } from './queries/find-verification.ts'

type Verification = Pick<VerificationRow, 'id' | 'user_id' | 'account' | 'holder_name' | 'decided_at'>

/** For staff: the bank names somebody else as the holder of a worker's account. */
export function accountMismatchNotice({ id, holder_name, decided_at }: Verification, worker: string) {
  const message = `${worker} registró una cuenta que su banco tiene a nombre de ${holder_name ?? 'otra persona'}. Acéptala con una segunda persona o pide otra cuenta.`
  return {
    title: 'Cuenta a nombre de otra persona',
    message,
    reason_key: `account-mismatch:${id}:${decided_at}` as const,
  }
}

/** For the worker: their account cannot be used. */
export function accountRefusedNotice({ id, account, decided_at }: Verification) {
  const message = `Tu banco no confirmó que la cuenta terminada en ${account.slice(-4)} sea tuya. Registra una cuenta a tu nombre en Perfil, Datos bancarios, o llámanos.`
  return {
    title: 'Revisa tu cuenta',
    message,
    reason_key: `account:verification:${id}:${decided_at}` as const,
  }
}

/** For the worker: staff ask for another account. */
export function otherAccountNotice({ id, account }: Verification, at: string) {
  const message = `Para enviarte dinero necesitamos una cuenta a tu nombre. Cambia la cuenta terminada en ${account.slice(-4)} en Perfil, Datos bancarios.`
  return {
    title: 'Registra una cuenta a tu nombre',
    message,
    reason_key: `account:other:${id}:${at}` as const,
  }
}

/** For the worker: two people of the lender accepted the account. */
export function accountAcceptedNotice({ id, account }: Verification, at: string) {
  const message = `Ya puedes recibir dinero en tu cuenta terminada en ${account.slice(-4)}.`
  return { title: 'Tu cuenta está confirmada', message, reason_key: `account:accepted:${id}:${at}` as const }
}
