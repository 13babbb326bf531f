import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { SettingsError } from '../config/settings-error.ts'
import { newPassword } from './roles.ts'

const passwords = z.object({ superuser: z.string(), owner: z.string(), server: z.string() })

/** The passwords of the bundled PostgreSQL's users. */
export type DatabasePasswords = z.infer<typeof passwords>

function parseFile(file: string): DatabasePasswords | undefined {
  try {
    return passwords.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Makes new passwords and keeps them in the file, for its owner only. */
function makePasswords(file: string): DatabasePasswords {
  const made = { superuser: newPassword(), owner: newPassword(), server: newPassword() }
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

/**
 * The passwords in the file. Without a readable one it makes new ones if the database has none yet; otherwise it throws
 * a `SettingsError`.
 */
export function readPasswords(file: string, mayMake: boolean): DatabasePasswords {
  const known = parseFile(file)
  if (known !== undefined) return known
  if (mayMake) return makePasswords(file)
  throw new SettingsError([`DATA_DIR: ${file} is missing or damaged; restore it, the database asks for it`])
}
