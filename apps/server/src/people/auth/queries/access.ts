import {
  type AccessConfig,
  accessConfig,
  DEFAULT_ACCESS_CONFIG,
  passwordConfig,
  passwordRulesOf,
} from '@quincena/domain/sessions/access-config'
import { AppError } from '../../../command/errors.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { readSetting } from '../../../platform/settings/queries.ts'

/** The access configuration of the row in `setting`, if there is one: stored values override the defaults. */
export function accessConfigOf(saved: { value: object; version: number } | undefined): AccessConfig {
  const version = saved?.version ?? 0
  return accessConfig.parse({ ...DEFAULT_ACCESS_CONFIG, ...saved?.value, id: 1, version })
}

/** The current access configuration. */
export async function getAccessConfig(db: Db | Trx): Promise<AccessConfig> {
  return accessConfigOf(await readSetting(db, 'access'))
}

/**
 * Returns the kind of a mailed link and the password rules of its user. Throws `token_invalid` (422) if the link was used, replaced
 * or has expired.
 */
export async function getPasswordLink(db: Db, token: string, now: string) {
  const link = await db
    .selectFrom('password_token')
    .innerJoin('app_user', 'app_user.id', 'password_token.user_id')
    .select(['kind', 'app_user.user_type'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('app_user.is_active', '=', true)
    .executeTakeFirst()
  if (link === undefined) throw new AppError('token_invalid', 422, { fields: { token: 'token_invalid' } })
  return {
    kind: link.kind,
    rules: passwordConfig.parse(passwordRulesOf(await getAccessConfig(db), link.user_type)),
  }
}
