import { formatLongDateTime } from '../format.ts'

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
/** Hours for which a worker's codes count, and wrong tries in them after which none is sent or compared. */
const TRY_LIMITS = [
  { hours: 1, tries: 10 },
  { hours: 24, tries: 20 },
] as const
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

/** Hours before now in which a worker's codes were sent that `triesEndAt` needs. */
export const TRIED_HOURS = 24

/** A code of a worker, for any loan. */
interface TriedCode {
  sent_at: string
  failures: number
}

/** When so many of the codes have left one limit's hours that tries are possible again; null if they are now. */
function limitEndsAt(
  codes: readonly TriedCode[],
  { now, hours, tries }: { now: Temporal.Instant; hours: number; tries: number },
): Temporal.Instant | null {
  const ends = codes
    .filter(({ failures }) => failures > 0)
    .map(({ sent_at, failures }) => ({ at: Temporal.Instant.from(sent_at).add({ hours }), failures }))
    .filter(({ at }) => Temporal.Instant.compare(at, now) > 0)
    .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
  let sum = 0
  // From the newest on: the code that reaches the limit is the last one that has to leave.
  for (const { at, failures } of ends) {
    sum += failures
    if (sum >= tries) return at
  }
  return null
}

/**
 * When a worker may try codes again, after ten wrong tries in an hour or twenty in a day: more are guesses, whatever the
 * loan. Null if they may now. Needs the worker's codes of the last `TRIED_HOURS`.
 */
export function triesEndAt(codes: readonly TriedCode[], now: Temporal.Instant): Temporal.Instant | null {
  const ends = TRY_LIMITS.map((limit) => limitEndsAt(codes, { ...limit, now })).filter((at) => at !== null)
  return ends.toSorted(Temporal.Instant.compare).at(-1) ?? null
}

/** The refusal after too many wrong codes, with the next whole minute in which another one is sent. */
export function manyTriesText(ends_at: Temporal.Instant): string {
  const time = formatLongDateTime(ends_at.round({ smallestUnit: 'minute', roundingMode: 'ceil' }).toString())
  return `Fueron muchos códigos equivocados. Por seguridad pide otro a partir del ${time}; si no puedes, llámanos.`
}

/** The refusal of a wrong code, with the tries that are left. */
export function wrongCodeText(left: number): string {
  return `El código no es correcto. ${left === 1 ? 'Te queda 1 intento.' : `Te quedan ${left} intentos.`}`
}
