import { randomBytes } from 'node:crypto'
import type { Db } from '../db/types.ts'
import { hashPassword, verifyPassword } from '../people/auth/commands/hash-password.ts'

/** The published password, used only if no other machine can reach the server. */
export const demoPassword = 'Quincena-2026'

const demoAddresses = '%@demo.quincena.mx'
const adminEmail = 'admin@demo.quincena.mx'

/** The demo users that the README lists. */
export const demoPeople = [
  { email: adminEmail, description: 'administración' },
  { email: 'gerente@demo.quincena.mx', description: 'gerencia' },
  { email: 'direccion@demo.quincena.mx', description: 'administración, segunda persona' },
  { email: 'ana@demo.quincena.mx', description: 'trabajadora con documentos' },
  { email: 'beto@demo.quincena.mx', description: 'trabajador sin documentos' },
] as const

const makePassword = () => randomBytes(12).toString('base64url')

/** Demo users who can sign in with the published password. All seeded users share one hash, which is verified once. */
async function findExposed(db: Db) {
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'password_hash'])
    .where('email', 'like', demoAddresses)
    .where('password_hash', 'is not', null)
    .execute()
  const hashes = new Map<string | null, boolean>()
  for (const { password_hash } of people)
    if (!hashes.has(password_hash))
      hashes.set(password_hash, await verifyPassword(password_hash, demoPassword))
  return people.filter(({ password_hash }) => hashes.get(password_hash) === true)
}

/**
 * Gives each of `demoPeople` who still has the published password a random one, and every other demo user an unknown
 * one. Returns the new passwords by e-mail address; they can be shown only now.
 */
export async function replaceDemoPasswords(db: Db): Promise<Map<string, string>> {
  const passwords = new Map<string, string>()
  const unknown = await hashPassword(makePassword())
  for (const { id, email } of await findExposed(db)) {
    const isListed = demoPeople.some((person) => person.email === email)
    const password = makePassword()
    const password_hash = isListed ? await hashPassword(password) : unknown
    await db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
    if (isListed) passwords.set(email, password)
  }
  return passwords
}

const findAdmin = (db: Db) =>
  db.selectFrom('app_user').select('password_hash').where('email', '=', adminEmail).executeTakeFirst()

/** True if the demo's admin still has the published password. */
export async function hasPublishedPassword(db: Db): Promise<boolean> {
  const admin = await findAdmin(db)
  return verifyPassword(admin?.password_hash, demoPassword)
}

/** True if the database contains demo data; one demo address is enough, because demo users may change theirs. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const people = db.selectFrom('app_user').select('id').where('email', 'like', demoAddresses)
  return (await people.limit(1).executeTakeFirst()) !== undefined
}
