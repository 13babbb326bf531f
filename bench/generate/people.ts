import { DEFAULT_TAX_RATE } from '@quincena/domain/loans/limits'
import { dayNumber } from './days.ts'
import { Lines, noonOf } from './lines.ts'
import { addsTax, companies, companyOf, type Place, type Size } from './loan-plan.ts'
import { createRandom } from './random.ts'

const firstNames = [
  'María José',
  'Juan Carlos',
  'Guadalupe',
  'Íñigo',
  'Ximena',
  'José Luis',
  'Ana Sofía',
  'Raúl',
] as const
const lastNames = [
  ...(['Hernández', 'García', 'Martínez', 'López', 'Peña', 'Zúñiga', 'Cárdenas', 'Villarreal'] as const),
  ...(['Núñez', 'Ibarra', 'Ochoa', 'Téllez', 'Quintanar'] as const),
] as const
const trades = ['Textiles', 'Aceros', 'Molinos', 'Transportes', 'Clínicas'] as const

const lifetimeDays = 3 * 365

/** The name of the worker with a number. */
export function nameOf(user: number) {
  const random = createRandom(user + 7)
  const first_name = random.one(firstNames)
  return { first_name, last_name: `${random.one(lastNames)} ${random.one(lastNames)}`, random }
}

export function companyLines({ company }: Place): Lines {
  const lines = new Lines('company', [
    ...['id', 'key', 'name', 'industry', 'email', 'phone', 'interest_rate', 'commission_cents'],
    ...['tax_rate', 'tax_added'],
  ])
  for (let n = 0; n < companies; n += 1) {
    const name = `${trades[n % trades.length]} ${lastNames[n % lastNames.length]} ${n + 1}`
    lines.add([
      ...[company + n, `B${n + 1}`, name, 'Manufactura', `rh@b${n + 1}.mx`, '8183456789', 0.18, 15_000],
      ...[DEFAULT_TAX_RATE, addsTax(n)],
    ])
  }
  return lines
}

/** Workers with numbers from `from` up to and not including `to`. */
export function workerLines(
  range: { from: number; to: number },
  { size, place }: { size: Size; place: Place },
) {
  const lines = new Lines('app_user', [
    ...['id', 'user_type', 'email', 'first_name', 'last_name', 'key', 'company_id', 'biweekly_salary_cents'],
    ...['has_all_documents', 'is_active', 'created_at'],
  ])
  const today = dayNumber(place.today)
  for (let user = range.from; user < range.to; user += 1) {
    const { first_name, last_name, random } = nameOf(user)
    const company = companyOf(user)
    const joined = today - Math.floor(lifetimeDays * (1 - user / size.users))
    lines.add([
      ...[place.user + 1 + user, 'U2', `trabajador${user + 1}@b${company}.mx`, first_name, last_name],
      ...[(user + 1).toString(16).toUpperCase().padStart(6, '0'), place.company + company],
      ...[500_000 + random.below(1_000_000), random.below(10) < 6, random.below(50) > 0, noonOf(joined)],
    ])
  }
  return lines
}
