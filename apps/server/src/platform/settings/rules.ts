import { VERIFICATION_MODES } from '@quincena/domain/accounts/verification-rules'
import { proofSettings } from '@quincena/domain/bank-statements/schema'
import { loanLimits } from '@quincena/domain/loans/duties'
import { SIGNING_CODE_CHANNELS } from '@quincena/domain/loans/signing-code-rules'
import { accessConfig } from '@quincena/domain/sessions/access-config'
import { dailyLimits } from '@quincena/domain/transfers/limits'
import { z } from 'zod'

/** A PKCS #12 store in base64 and the passphrase that opens it. */
const keyStore = z.object({ p12: z.string(), passphrase: z.string() })

/** The secrets that the server generates if its environment does not configure them. */
export const ownSecrets = z.object({
  secret_key: z.string(),
  stp_private_key: z.string(),
  stp_public_key: z.string(),
  stp_webhook_secret: z.string(),
})

/** The rows of the table `setting`: name and schema of the value. A row is absent until its first write. */
export const settings = {
  /** What an admin saved of the access configuration; defaults fill the rest. */
  access: accessConfig.omit({ id: true, version: true }).partial(),
  /** `by`: the user's id; null: the server, or an operator by the command line. Rows of the first versions have only `paused`. */
  payouts_paused: z.object({
    paused: z.boolean(),
    by: z.int().nullable().default(null),
    reason: z.string().nullable().default(null),
    is_command_line: z.literal(true).optional(),
  }),
  /** The timeline of the database in which nothing was forgotten; null: failovers forget nothing. */
  database_timeline: z.object({ timeline: z.string().nullable() }),
  /** The limits per day and purpose of outgoing orders; defaults fill what is not stored. */
  order_limits: dailyLimits,
  /** Above which amounts one person does not approve or pay out a loan; defaults fill what is not stored. */
  loan_limits: loanLimits,
  /** What the lender does with accounts whose ownership is not verified; off until it is stored. */
  account_verification: z.object({ mode: z.enum(VERIFICATION_MODES) }),
  /** How the code is sent that confirms a signature; none until it is stored. */
  signing_code: z.object({ channel: z.enum(SIGNING_CODE_CHANNELS) }),
  /** After how many days a payment outside STP that nobody proved is late. */
  payment_proof: proofSettings,
  /** What the last nightly proof of the ledger found, and when (ISO 8601). */
  ledger_proof: z.object({ proved_at: z.string(), differences: z.int().nonnegative() }),
  /** `made_at`: when the last complete backup started (ISO 8601). */
  last_backup: z.object({ made_at: z.string() }),
  /** The self-signed certificate of the lender, used without CONTRACT_P12. */
  contract_p12: keyStore,
  /** The certificate of the stand-in authority for constancias. */
  constancia_p12: keyStore,
  /** Only those that the environment does not configure. */
  secrets: ownSecrets.partial(),
  /** The key pair for push services. */
  vapid: z.object({ public_key: z.string(), private_key: z.string() }),
} satisfies Record<string, z.ZodObject>

export type SettingKey = keyof typeof settings
export type SettingValue<Key extends SettingKey> = z.output<(typeof settings)[Key]>
