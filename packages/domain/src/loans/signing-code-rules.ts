/** How a code that confirms a signature is sent; `none`: no code is asked. */
export const SIGNING_CODE_CHANNELS = ['none', 'mail', 'message'] as const
export type SigningCodeSetting = (typeof SIGNING_CODE_CHANNELS)[number]

/** The way of a code that is sent. */
export type SigningCodeChannel = Exclude<SigningCodeSetting, 'none'>

/** Minutes for which a code is valid. */
export const CODE_MINUTES = 10
/** Wrong tries after which a code is void. */
export const CODE_TRIES = 5
/** Codes that one worker receives in an hour. */
export const CODES_PER_HOUR = 5
/** Wrong tries of one worker, in all codes of an hour, after which none is sent or compared. */
const TRIES_PER_HOUR = 10
/** Wrong tries for one loan, in all its codes of a day, after which none is sent or compared. */
const LOAN_TRIES_PER_DAY = 20
/** Seconds after which the worker app offers another code. */
export const RESEND_SECONDS = 30

/** Hours in which no code is sent to a phone after it was changed. */
export const NEW_PHONE_HOURS = 24

/**
 * How the code of a worker's signature is sent: instead of by SMS by mail while the phone is new, because who has only an
 * open session can change the phone, and not the mail address.
 */
export const channelFor = (setting: SigningCodeSetting, { has_new_phone }: { has_new_phone: boolean }) =>
  setting === 'message' && has_new_phone ? 'mail' : setting

/** Spanish name of each value of the setting. */
export const signingCodeNames: Record<SigningCodeSetting, string> = {
  none: 'No pedir código',
  mail: 'Por correo',
  message: 'Por SMS',
}

/** What each value of the setting does. */
export const signingCodeHints: Record<SigningCodeSetting, string> = {
  none: 'El contrato se firma con la firma dibujada o el nombre escrito, la ubicación y la sesión.',
  mail: 'Además se escribe un código de 6 dígitos que llega al correo confirmado del trabajador.',
  message:
    'Además se escribe un código de 6 dígitos que llega por SMS al teléfono del trabajador. Si su teléfono cambió hace menos de 24 horas, llega a su correo.',
}

/** Spanish name of a way, as the evidence page prints it. */
export const codeChannelNames: Record<SigningCodeChannel, string> = {
  mail: 'Correo electrónico',
  message: 'Mensaje de texto (SMS)',
}

/** An address as others may see it: of a mail its first letter and its domain, of a phone its last four digits. */
export function maskAddress(channel: SigningCodeChannel, address: string): string {
  if (channel === 'message') return `••••${address.slice(-4)}`
  const at = address.lastIndexOf('@')
  return `${[...address][0] ?? ''}***${at < 0 ? '' : address.slice(at)}`
}

/** A code that was sent, as the check of a typed one needs it. Instants in ISO 8601. */
interface StoredCode {
  contract_id: number
  expires_at: string
  used_at: string | null
  failures: number
}

/**
 * Why the newest code of a loan confirms no signature of a contract now; null if it may. `expired` is also the answer
 * where none was sent for this contract.
 */
export function codeObstacle(
  code: StoredCode | undefined,
  { contract_id, now }: { contract_id: number; now: Temporal.Instant },
): 'signing_code.expired' | 'signing_code.used' | 'signing_code.spent' | null {
  if (code === undefined || code.contract_id !== contract_id) return 'signing_code.expired'
  if (code.used_at !== null) return 'signing_code.used'
  if (code.failures >= CODE_TRIES) return 'signing_code.spent'
  return Temporal.Instant.compare(Temporal.Instant.from(code.expires_at), now) > 0
    ? null
    : 'signing_code.expired'
}

/** True if the wrong tries of a worker in an hour, or for a loan in a day, are so many that more are guesses. */
export function areTriesSpent({ of_worker, of_loan }: { of_worker: number; of_loan: number }): boolean {
  return of_worker >= TRIES_PER_HOUR || of_loan >= LOAN_TRIES_PER_DAY
}

/** The refusal of a wrong code, with the tries that are left. */
export function wrongCodeText(left: number): string {
  return `El código no es correcto. ${left === 1 ? 'Te queda 1 intento.' : `Te quedan ${left} intentos.`}`
}
