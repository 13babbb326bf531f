/** Only the last four characters of an account number or a CURP, as lists show it: `••••1234`. */
export const maskedEnd = (text: string): string => `••••${text.slice(-4)}`

/** Ten digits or more, also in groups as the search reads them: an account, a card or a telephone number. */
const LONG_NUMBER = /[0-9](?:[\s().-]*[0-9]){9,}/g
/** A CURP, also in groups or without its last two characters, which name nobody. */
const CURP = /([A-ZÑ]{4})[\s.-]*[0-9]{6}[\s.-]*[HMX][A-ZÑ]{5}[\s.-]*[0-9A-Z]?[0-9]?/gi

/** An RFC of a person or a company, also in groups. */
const RFC = /(?<![A-ZÑ&0-9])[A-ZÑ&]{3,4}[\s.-]?[0-9]{6}[\s.-]?[A-Z0-9]{3}(?![A-Z0-9])/i

/** True if a text has a number of 10 or more digits, a CURP or an RFC: it names a person or an account. */
export const hasIdentifier = (text: string): boolean =>
  [CURP, RFC, LONG_NUMBER].some((pattern) => text.search(pattern) !== -1)

/**
 * A text that somebody typed, as a record may keep it: of a number of 10 or more digits only the last four, of a CURP the
 * first four characters.
 */
export const maskIdentifiers = (text: string): string =>
  text.replace(CURP, '$1••••').replace(LONG_NUMBER, (number) => maskedEnd(number.replace(/[^0-9]/g, '')))
