import { clabeCheckDigit } from '@quincena/domain/mexico/clabe'
import { curpCheckDigit } from '@quincena/domain/mexico/curp'
import { rfcCheckDigit, rfcHomoclave } from '@quincena/domain/mexico/rfc'

export interface Person {
  first_name: string
  surname_1: string
  surname_2: string
  gender: 'M' | 'F'
  birthday: string
  state_code: string
}

/** Capital letters without accents; Ñ becomes X, as RENAPO does. */
function letters(text: string): string {
  return text
    .replace(/[ñÑ]/g, 'X')
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toUpperCase()
}

const firstInner = (word: string, pattern: RegExp) =>
  [...letters(word).slice(1)].find((letter) => pattern.test(letter)) ?? 'X'
const vowel = (word: string) => firstInner(word, /[AEIOU]/)
const consonant = (word: string) => firstInner(word, /[^AEIOU ]/)
const initial = (word: string) => letters(word)[0] ?? 'X'

function initials({ surname_1, surname_2, first_name, birthday }: Person): string {
  const four = `${initial(surname_1)}${vowel(surname_1)}${initial(surname_2)}${initial(first_name)}`
  return `${four}${birthday.slice(2).replaceAll('-', '')}`
}

/** A CURP by RENAPO's rules with its check digit; the homonym character is 0 or A by century. */
export function curpOf(person: Person): string {
  const { surname_1, surname_2, first_name, gender, birthday, state_code } = person
  const sex = gender === 'F' ? 'M' : 'H'
  const inner = `${consonant(surname_1)}${consonant(surname_2)}${consonant(first_name)}`
  const century = Number(birthday.slice(0, 4)) < 2000 ? '0' : 'A'
  const body = `${initials(person)}${sex}${state_code}${inner}${century}`
  return `${body}${curpCheckDigit(body)}`
}

/** An RFC by SAT's rules with its homoclave and check digit. */
export function rfcOf(person: Person): string {
  const name = [person.surname_1, person.surname_2, person.first_name].map(letters).join(' ')
  const body = `${initials(person)}${rfcHomoclave(name)}`
  return `${body}${rfcCheckDigit(body)}`
}

/** A CLABE with its check digit, from a bank's ABM code and an 11-digit account. */
export function clabeOf(abm: string, account: string): string {
  const body = `${abm}180${account}`
  return `${body}${clabeCheckDigit(body)}`
}
