import { z } from 'zod'

const flag = z.stringbool().optional()
const text = z.string().min(1).optional()

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: text,
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'BASE_PATH starts with a slash and has none at its end')
    .default('/quincena'),
  DATABASE_URL: text,
  DATA_DIR: z.string().min(1).default('./data'),
  STORAGE_URL: text,
  STP_URL: text,
  STP_QUERY_URL: text,
  STP_SIMULATOR: flag,
  STP_SIMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  STP_COMPANY: z.string().min(1).max(15).default('QUINCENA'),
  STP_PRIVATE_KEY: text,
  STP_PASSPHRASE: text,
  STP_PAYER_ACCOUNT: z
    .string()
    .regex(/^\d{18}$/)
    .default('646180110400000007'),
  STP_PAYER_NAME: z.string().min(1).max(40).default('QUINCENA SOFOM ENR'),
  STP_BALANCE_CALL: z.enum(['efws', 'rest']).default('efws'),
  STP_QUERIES_PER_HOUR: z.coerce.number().int().min(1).optional(),
  STP_WEBHOOK_SECRET: text,
  STP_WEBHOOK_ALLOW: text,
  SMTP_URL: text,
  MAIL_FROM: z.string().default('Quincena <hola@quincena.mx>'),
  PUBLIC_URL: text,
  SECRET_KEY: text,
  PUSH_ALLOW_LOCAL: flag,
  CONTRACT_P12: text,
  CONTRACT_P12_PASSPHRASE: text,
  CONSTANCIA_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONSTANCIA_USER: text,
  CONSTANCIA_PASSWORD: text,
  TRUST_PROXY: text,
  LENDER_NAME: text,
  LENDER_ADDRESS: text,
  LENDER_PHONE: text,
  LENDER_EMAIL: text,
  LENDER_RECA: text,
  DEMO: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
})

const demoLender = {
  name: 'Quincena Servicios Financieros, S.A. de C.V., SOFOM, E.N.R.',
  address: 'Av. Paseo de la Reforma 250, piso 9, Juárez, Cuauhtémoc, 06600, Ciudad de México',
  phone: '55 4000 1500',
  email: 'hola@quincena.mx',
  reca: '15412-439-035142/01-00001-1126',
}

function readLender(values: z.infer<typeof variables>, demo: boolean) {
  const fallback = demo ? demoLender : { name: 'Quincena', address: '', phone: '', email: '', reca: '' }
  return {
    name: values.LENDER_NAME ?? fallback.name,
    address: values.LENDER_ADDRESS ?? fallback.address,
    phone: values.LENDER_PHONE ?? fallback.phone,
    email: values.LENDER_EMAIL ?? fallback.email,
    reca: values.LENDER_RECA ?? fallback.reca,
  }
}

/** How many questions the other side answers in an hour, all processes together. */
const queriesPerHour = { stp: 100, simulator: 10_000 } as const

/** Orders and queries have paths of their own on STP's host. */
function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

function readStp(values: z.infer<typeof variables>, demo: boolean) {
  const simulator = values.STP_URL === undefined && (demo || values.STP_SIMULATOR === true)
  if (values.STP_URL === undefined && !simulator)
    throw new Error('Set STP_URL, or STP_SIMULATOR=1 to use the bundled simulator.')
  return {
    simulator,
    simulator_port: values.STP_SIMULATOR_PORT,
    url: values.STP_URL,
    query_url: values.STP_QUERY_URL ?? originOf(values.STP_URL),
    company: values.STP_COMPANY,
    private_key: values.STP_PRIVATE_KEY,
    passphrase: values.STP_PASSPHRASE,
    payer_account: values.STP_PAYER_ACCOUNT,
    payer_name: values.STP_PAYER_NAME,
    balance_call: values.STP_BALANCE_CALL,
    queries_per_hour: values.STP_QUERIES_PER_HOUR ?? queriesPerHour[simulator ? 'simulator' : 'stp'],
    webhook_secret: values.STP_WEBHOOK_SECRET,
    webhook_allow: values.STP_WEBHOOK_ALLOW?.split(',').map((address) => address.trim()),
  }
}

/** Push services ask for an address at which to reach who sends. */
function readPush(values: z.infer<typeof variables>, demo: boolean) {
  if (values.PUSH_ALLOW_LOCAL === true && !demo)
    throw new Error('PUSH_ALLOW_LOCAL is for tests, beside demo data alone.')
  const address = /<([^<>]+)>/.exec(values.MAIL_FROM)?.[1] ?? values.MAIL_FROM
  return { subject: `mailto:${address.trim()}`, allow_local: values.PUSH_ALLOW_LOCAL === true }
}

function loopback(host: string) {
  return host === '127.0.0.1' || host === '::1' || host === 'localhost'
}

/** Reads the configuration of api.md; throws with a sentence that says what to set. */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const filled = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => value !== '' || name === 'BASE_PATH'),
  )
  const values = variables.parse(filled)
  const demo = values.DEMO ?? values.DATABASE_URL === undefined
  const host = values.HOST ?? '127.0.0.1'
  if (demo && values.DEMO === undefined && !loopback(host)) {
    throw new Error('Demo data does not go on a public address: set DEMO=0, or DEMO=1 if you mean it.')
  }
  return {
    port: values.PORT,
    host,
    base_path: values.BASE_PATH,
    database_url: values.DATABASE_URL,
    data_dir: values.DATA_DIR,
    storage_url: values.STORAGE_URL,
    smtp_url: values.SMTP_URL,
    mail_from: values.MAIL_FROM,
    public_url: values.PUBLIC_URL,
    secret_key: values.SECRET_KEY,
    push: readPush(values, demo),
    contract_p12: values.CONTRACT_P12,
    contract_p12_passphrase: values.CONTRACT_P12_PASSPHRASE,
    constancia: {
      url: values.CONSTANCIA_URL,
      user: values.CONSTANCIA_USER,
      password: values.CONSTANCIA_PASSWORD,
      /** The bundled authority, which is accredited by nobody, goes with the demo's data alone. */
      stand_in: demo && values.CONSTANCIA_URL === undefined,
    },
    trust_proxy: values.TRUST_PROXY,
    log_level: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    demo,
    lender: readLender(values, demo),
    stp: readStp(values, demo),
  }
}

export type Env = ReturnType<typeof readEnv>
