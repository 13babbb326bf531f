import { hash } from '@node-rs/argon2'
import type { Insertable } from 'kysely'
import { isoOf } from '../command/clock.ts'
import type { Database } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { demoAssistances, demoCompanies } from './companies.ts'
import { clabeOf, curpOf, type Person, rfcOf } from './identity.ts'
import { banks, menNames, places, positions, surnames, womenNames } from './names.ts'
import { demoPassword } from './passwords.ts'
import type { Random } from './random.ts'

type NewUser = Insertable<Database['app_user']>

const workerCount = 60

function makePerson(random: Random, state_code: string): Person {
  const gender = random.chance(0.5) ? ('F' as const) : ('M' as const)
  const first_name = random.pick(gender === 'F' ? womenNames : menNames)
  const birthday = `${random.between(1968, 2004)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
  return {
    first_name,
    surname_1: random.pick(surnames),
    surname_2: random.pick(surnames),
    gender,
    birthday,
    state_code,
  }
}

function bankData(random: Random, number: number) {
  const bank = random.pick(banks)
  const bank_account_number = String(10_000_000_000 + number * 7919).slice(0, 11)
  return { bank: bank.spei, bank_account_number, debit_card_number: clabeOf(bank.abm, bank_account_number) }
}

function emailOf(person: Person, number: number): string {
  const plain = `${person.first_name}.${person.surname_1}${number}`.normalize('NFD').replace(/[^\w.]/g, '')
  return `${plain.toLowerCase()}@demo.quincena.mx`
}

interface PersonFacts {
  number: number
  company_id: number
  created_at: string
  password_hash: string
}

/** A complete worker: valid identity numbers, address, salary and a payable account. */
function makeWorker(
  random: Random,
  facts: PersonFacts,
  fixed: Partial<NewUser> & { person?: Person } = {},
): NewUser {
  const place = places[facts.number % places.length] ?? places[0]
  const { person = makePerson(random, place.code), ...columns } = fixed
  const { code: _, ...address } = place
  return {
    user_type: 'U2',
    email: emailOf(person, facts.number),
    password_hash: facts.password_hash,
    password_changed_at: facts.created_at,
    first_name: person.first_name,
    last_name: `${person.surname_1} ${person.surname_2}`,
    key: `T${String(facts.number).padStart(4, '0')}`,
    curp: curpOf(person),
    rfc: rfcOf(person),
    ine: String(1_000_000_000_000 + facts.number * 7_654_321),
    phone: `55${String(10_000_000 + facts.number * 81_233).slice(0, 8)}`,
    position: random.pick(positions),
    company_id: facts.company_id,
    biweekly_salary_cents: random.between(9, 34) * 50_000,
    address: `Calle ${random.between(1, 90)} número ${random.between(1, 400)}`,
    ...address,
    gender: person.gender,
    birthday: person.birthday,
    ...bankData(random, facts.number),
    created_at: facts.created_at,
    updated_at: facts.created_at,
    ...columns,
  }
}

const ana: Person = {
  first_name: 'Ana',
  surname_1: 'Torres',
  surname_2: 'Mendoza',
  gender: 'F',
  birthday: '1994-03-18',
  state_code: 'NL',
}
const beto: Person = {
  first_name: 'Alberto',
  surname_1: 'Cruz',
  surname_2: 'Aguilar',
  gender: 'M',
  birthday: '1990-08-02',
  state_code: 'NL',
}

function makeStaff(password_hash: string, created_at: string): NewUser[] {
  const common = {
    password_hash,
    password_changed_at: created_at,
    created_at,
    updated_at: created_at,
    is_staff: true,
  }
  return [
    {
      ...common,
      user_type: 'U0',
      email: 'admin@demo.quincena.mx',
      first_name: 'Adriana',
      last_name: 'Villarreal Luna',
      position: 'Administración',
    },
    {
      ...common,
      user_type: 'U1',
      email: 'gerente@demo.quincena.mx',
      first_name: 'Gerardo',
      last_name: 'Salinas Ortega',
      position: 'Gerencia de crédito',
    },
    {
      ...common,
      user_type: 'U0',
      email: 'direccion@demo.quincena.mx',
      first_name: 'Daniela',
      last_name: 'Robles Cantú',
      position: 'Dirección general',
    },
  ]
}

async function insertCompanies(deps: Deps, created_at: string) {
  const rows = demoCompanies.map((company) => ({ ...company, created_at, updated_at: created_at }))
  const saved = await deps.db.insertInto('company').values(rows).returning('id').execute()
  return saved.map((row) => row.id)
}

async function insertAssistances(deps: Deps) {
  const rows = demoAssistances.map(([category, name, description], position) => ({
    category,
    name,
    description,
    url: 'https://www.gob.mx/',
    image: '',
    position,
  }))
  await deps.db.insertInto('assistance').values(rows).execute()
}

/** Inserts companies, staff and sixty workers; Ana and Beto come first. Dates are relative to now. */
export async function seedPeople(deps: Deps, random: Random) {
  const created_at = isoOf(deps.clock().subtract({ hours: 24 * 450 }))
  const company_ids = await insertCompanies(deps, created_at)
  await insertAssistances(deps)
  const password_hash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const workerInput = (number: number) => {
    const company_id = company_ids[number % company_ids.length] ?? 0
    return { number, company_id, created_at, password_hash }
  }
  const first = { ...workerInput(1), company_id: company_ids[0] ?? 0 }
  const workers = [
    makeWorker(random, first, { person: ana, email: 'ana@demo.quincena.mx', biweekly_salary_cents: 850_000 }),
    makeWorker(
      random,
      { ...first, number: 2 },
      { person: beto, email: 'beto@demo.quincena.mx', biweekly_salary_cents: 720_000 },
    ),
  ]
  for (let number = 3; number <= workerCount; number += 1)
    workers.push(makeWorker(random, workerInput(number)))

  const staff = await deps.db
    .insertInto('app_user')
    .values(makeStaff(password_hash, created_at))
    .returning(['id', 'user_type'])
    .execute()
  const saved = await deps.db
    .insertInto('app_user')
    .values(workers)
    .returning(['id', 'email', 'company_id', 'biweekly_salary_cents', 'monthly_salary_cents'])
    .execute()
  return { staff, workers: saved }
}

export type SeededPeople = Awaited<ReturnType<typeof seedPeople>>
