import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { download, signContract, signedContractOf } from '../../test/signed-contract.ts'
import { issueConstancia } from '../lending/contracts/commands/issue-constancia.ts'
import { sealContract } from '../lending/contracts/commands/seal-contract.ts'
import { loadAuthority } from '../lending/contracts/seal/constancias.ts'
import { loadSealer } from '../lending/contracts/seal/sealer.ts'

const command = fileURLToPath(new URL('./contract-verify.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quincena-verify-'))

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a file to a folder that the command can read. */
function keep(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

function run(file: string, args: string[], env?: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(file, args, env === undefined ? {} : { env }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr }),
    )
  })
}

const here = () => ({
  DATABASE_URL: ctx.deps.env.database_url ?? '',
  DATA_DIR: ctx.deps.env.data_dir,
})

/** Runs the command as `npm run contract:verify` does, on the server's database by default. */
const verify = (args: string[], variables = here()) => run(process.execPath, [command, ...args], variables)

/** The settings of a DATA_DIR in which no server ever ran. */
const elsewhere = () => ({ DATABASE_URL: '', DATA_DIR: join(folder, 'nothing') })

/** A sealed contract with its constancia, as users download them. */
async function finished() {
  const { loan, headers, unsigned } = await signContract(ctx)
  await sealContract(ctx.deps, { loan_id: loan.id })
  await issueConstancia(ctx.deps, { loan_id: loan.id })
  const file = (await download(ctx, { loan_id: loan.id, headers })).rawPayload
  const constancia = (await download(ctx, { loan_id: loan.id, headers }, 'constancia')).rawPayload
  return { loan, file, constancia, unsigned }
}

describe('contract:verify', () => {
  test('prints for an intact contract its signer, its instants and its constancia', async () => {
    const { loan, file } = await finished()
    const { fingerprint, ...sealer } = await loadSealer(ctx.deps)
    const [valid_from, valid_until] = [sealer.valid_from, sealer.valid_until].map((at) =>
      at.toString({ fractionalSecondDigits: 3 }),
    )
    const authority = await loadAuthority(ctx.deps)
    const { constancia_serial } = await signedContractOf(ctx, loan.id)
    const { code, output } = await verify([keep('intact.pdf', file)])
    expect(output.split('\n')).toEqual([
      `intact: sealed by ${ctx.deps.brand.current().lender.name} (the lender’s certificate)`,
      'sealed at 2026-11-20T16:00:00Z',
      `certificate SHA-256 ${fingerprint}`,
      `issued by ${ctx.deps.brand.current().lender.name.slice(0, 64)}, valid from ${valid_from} to ${valid_until}`,
      `the contract of ${loan.folio}, signed at 2026-11-20T16:00:00.000Z`,
      'constancia: whole, but of the bundled stand-in, accredited by nobody; of this file at 2026-11-20T16:00:00.000Z',
      `by Autoridad de sellos de tiempo de prueba (sin acreditación), policy 2.999.151.1, serial ${constancia_serial}`,
      `its certificate SHA-256 ${authority.fingerprint}`,
      '',
    ])
    expect(code).toBe(0)
  })

  test('checks a contract without any database, with its constancia as a file', async () => {
    const { file, constancia } = await finished()
    const [pdf, tsr] = [keep('alone.pdf', file), keep('alone.tsr', constancia)]
    const given = await verify([pdf, '--constancia', tsr], elsewhere())
    expect(given.output).toContain('Compare it with the lender’s.')
    expect(given.output).toContain(
      'constancia: whole, but its signer was not checked, because CONSTANCIA_ANCHORS is not set; of this file at 2026-11-20T16:00:00.000Z',
    )
    expect(given.output).toContain('The database was not asked: There is no database under')
    expect(given.code).toBe(0)
    expect((await verify([pdf], elsewhere())).output).toContain('constancia: none is known')
  })

  test('reports altered and unsealed files, and the constancia of another file', async () => {
    const [one, other] = [await finished(), await finished()]
    const altered = Buffer.from(one.file)
    altered[2000] = (altered[2000] ?? 0) ^ 1
    expect(await verify([keep('altered.pdf', altered)])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^altered/),
    })
    expect(await verify([keep('unsealed.pdf', one.unsigned)])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^unsealed/),
    })
    const swapped = await verify([keep('one.pdf', one.file), '--constancia', keep('o.tsr', other.constancia)])
    expect(swapped.output).toMatch(/^intact[\s\S]*constancia: bad, The constancia is of another file/)
    expect(swapped.code).toBe(1)
  })

  test('reports a stored constancia that differs from the issued one', async () => {
    const [one, other] = [await finished(), await finished()]
    const { constancia_storage_key } = await signedContractOf(ctx, one.loan.id)
    await ctx.deps.storage.put(constancia_storage_key ?? '', other.constancia, 'application/timestamp-reply')
    const result = await verify([keep('damaged.pdf', one.file)])
    expect(result.output).toMatch(/^intact[\s\S]*constancia: bad, what is stored is not what was issued/)
    expect(result.code).toBe(1)
  })

  test('prints its usage if the file is missing', async () => {
    expect(await verify([])).toMatchObject({ code: 2, output: expect.stringMatching(/^Usage/) })
    expect(await verify([join(folder, 'none.pdf')])).toMatchObject({ code: 2 })
    expect(await verify(['--other'])).toMatchObject({ code: 2 })
  })
})

const hasOpenssl = (await run('openssl', ['version'])).code === 0

/** Checks the constancia with an independent program. */
test.runIf(hasOpenssl)('verifies the constancia with OpenSSL for this file and for no other', async () => {
  const { file, constancia } = await finished()
  const { certificate_der } = await loadAuthority(ctx.deps)
  const body = Buffer.from(certificate_der).toString('base64').replace(/.{64}/g, '$&\n')
  const pem = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`
  const [authority, tsr] = [keep('authority.pem', pem), keep('openssl.tsr', constancia)]
  const check = (bytes: Uint8Array) => {
    const data = [
      '-data',
      keep('openssl.pdf', bytes),
      '-attime',
      String(Date.parse('2026-11-20T16:00Z') / 1000),
    ]
    return run('openssl', ['ts', '-verify', '-in', tsr, '-CAfile', authority, ...data])
  }
  expect(await check(file)).toMatchObject({ code: 0, output: expect.stringContaining('Verification: OK') })
  expect((await check(Buffer.concat([file, Buffer.from('\n')]))).code).not.toBe(0)
})
