import { readSearch, type SearchTerms } from '@quincena/domain/search/terms'
import { type RawBuilder, sql } from 'kysely'
import { hasWords } from '../../../http/pagination.ts'

/** Conditions by a whole number or the end of an account; each has its own index. Empty for a text of words. */
function numberMatches(person: string, { curp, account, account_end }: SearchTerms): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  const [card, number] = [column('debit_card_number'), column('bank_account_number')]
  return [
    ...(curp === undefined ? [] : [sql<boolean>`${column('curp')} = ${curp}`]),
    ...(account === undefined
      ? []
      : [sql<boolean>`${card} = ${account}`, sql<boolean>`${number} = ${account}`]),
    ...(account_end === undefined
      ? []
      : [
          sql<boolean>`right(${card}, 4) = ${account_end}`,
          sql<boolean>`right(${number}, 4) = ${account_end}`,
        ]),
  ]
}

/**
 * True for an account that a search means: its whole number or its last four digits, and nothing between, which would
 * reveal it digit by digit. Undefined if the text means no account. Served by an index on the reversed account.
 */
export function matchesAccount(column: string, search: string): RawBuilder<boolean> | undefined {
  const { account, account_end } = readSearch(search)
  const reversed = sql`reverse(${sql.ref(column)})`
  if (account !== undefined) return sql<boolean>`${reversed} = reverse(${account}::text)`
  if (account_end === undefined) return undefined
  return sql<boolean>`${reversed} like reverse(${account_end}::text) || '%'`
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`

/**
 * True for a person whom a search of staff means: each word is in name, key, e-mail, phone or RFC, or the text is the
 * CURP, an account or its last four digits. `person` is the name or alias of the table of users.
 */
export function matchesPerson(person: string, search: string): RawBuilder<boolean> {
  const terms = readSearch(search)
  const words = hasWords(sql.ref<string>(`${person}.search`), terms)
  return anyOf([words, ...numberMatches(person, terms)])
}

/**
 * The same, but words count only in the name: for lists of what belongs to a person, where «demo» must not select
 * everybody with such an e-mail address.
 */
export function matchesPersonsName(person: string, search: string): RawBuilder<boolean> {
  const terms = readSearch(search)
  const column = (name: string) => sql.ref<string>(`${person}.${name}`)
  const number = terms.phone ?? terms.rfc
  const numbers =
    number === undefined
      ? []
      : [
          sql<boolean>`(${hasWords(column('search'), terms)}
          and ${column(terms.phone === undefined ? 'rfc' : 'phone')} = ${number})`,
        ]
  return anyOf([hasWords(column('name_search'), terms), ...numbers, ...numberMatches(person, terms)])
}
