/** Most characters of a short message. */
export const SMS_LIMIT = 160
/** Characters of one SMS of several when a letter is not in the GSM alphabet, such as «á». */
const UNICODE_LIMITS = { single: 70, part: 67 } as const
const GSM_LIMITS = { single: 160, part: 153 } as const

/** The basic alphabet of GSM 03.38; the letters of its extension count twice. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENSION = new Set('^{}\\[~]|€')
/** Spanish vowels that GSM has not; a message with one is sent as Unicode. */
const ACCENTED = new Set('áíóúÁÍÓÚ')

/** What a short message measures: its characters, the SMS that it takes, and those that no phone is sure to show. */
export function smsSize(text: string): { characters: number; parts: number; foreign: string[] } {
  const letters = [...text]
  const foreign = letters.filter((one) => !(GSM.has(one) || GSM_EXTENSION.has(one) || ACCENTED.has(one)))
  const characters = letters.reduce((sum, one) => sum + (GSM_EXTENSION.has(one) ? 2 : 1), 0)
  const isGsm = letters.every((one) => GSM.has(one) || GSM_EXTENSION.has(one))
  const { single, part } = isGsm ? GSM_LIMITS : UNICODE_LIMITS
  return {
    characters,
    parts: characters <= single ? 1 : Math.ceil(characters / part),
    foreign: [...new Set(foreign)],
  }
}
