import type { LoanType } from '../loans/rules.ts'

/** What a search text may mean. A text that is no number, CURP or folio has only words. */
export interface SearchTerms {
  /** Each of them must occur, in any order. */
  words: readonly string[]
  /** Ten digits, without the country code. */
  phone?: string
  /** 18 characters in capitals. */
  curp?: string
  /** 12 or 13 characters in capitals. */
  rfc?: string
  /** A whole account number: 18 digits of a CLABE, 16 of a card, 11 of an account. */
  account?: string
  /** The last four digits of an account, as lists show them. */
  account_end?: string
  /** Folios in their full spelling. */
  folios: readonly string[]
  /** A part of a folio with at least three digits, in lower case. */
  folio_part?: string
}

const MOST_WORDS = 8
const NUMBER = /^\+?[0-9][0-9\s().-]*$/
const CURP = /^[A-ZÑ]{4}[0-9]{6}[HMX][A-ZÑ]{5}[0-9A-Z][0-9]$/
const RFC = /^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$/
const FOLIO = /^([AC])[\s-]*0*([0-9]{1,15})$/i
const FOLIO_PART = /^(?:[ac]?-)?[0-9]{3,15}$/
const PHONE = /^(?:52|521)?([0-9]{10})$/
const ACCOUNT = /^(?:[0-9]{11}|[0-9]{16}|[0-9]{18})$/
const ACCOUNT_END = /^[0-9]{4}$/

const LETTERS = { credit: 'C', advance: 'A' } satisfies Record<LoanType, string>
const folioOf = (letter: string, number: string) => `${letter}-${number.padStart(6, '0')}`

/**
 * True if an index of trigrams finds a word wherever it is in a text: it has three letters or digits in a row. A shorter
 * one would be in most texts.
 */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

function readPart(text: string): Pick<SearchTerms, 'folio_part'> {
  const part = text.toLowerCase()
  return FOLIO_PART.test(part) ? { folio_part: part } : {}
}

function readNumber(text: string): SearchTerms {
  const digits = text.replace(/[^0-9]/g, '')
  const phone = PHONE.exec(digits)?.[1]
  const number = digits.replace(/^0+/, '')
  const isFolio = number.length > 0 && number.length <= 15
  return {
    words: [phone ?? digits],
    ...(phone !== undefined && { phone }),
    ...(ACCOUNT.test(digits) && { account: digits }),
    ...(ACCOUNT_END.test(digits) && { account_end: digits }),
    folios: isFolio ? Object.values(LETTERS).map((letter) => folioOf(letter, number)) : [],
    ...readPart(text),
  }
}

/**
 * Reads what a search text may mean. Phones and accounts may have separators and phones the country code; folios may
 * lack their zeros; a part of a folio has three digits; capitals do not matter. Accounts and CURPs are whole or the last four digits, because lists hide
 * the rest: a search by a part would reveal them digit by digit.
 */
export function readSearch(text: string): SearchTerms {
  const trimmed = text.trim()
  if (NUMBER.test(trimmed)) return readNumber(trimmed)
  const compact = trimmed.replace(/[\s-]/g, '').toUpperCase()
  if (CURP.test(compact)) return { words: [compact], curp: compact, folios: [] }
  if (RFC.test(compact)) return { words: [compact], rfc: compact, folios: [] }
  const [, letter, number] = FOLIO.exec(trimmed) ?? []
  const folios = letter === undefined || number === undefined ? [] : [folioOf(letter.toUpperCase(), number)]
  return { words: [...new Set(trimmed.split(/\s+/))].slice(0, MOST_WORDS), folios, ...readPart(trimmed) }
}
