import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleContract } from '@quincena/domain/contracts/samples'
import { expect, test } from 'vitest'
import { shippedText } from '../../test/contract-texts.ts'
import { renderPdf } from '../pdf/render.ts'

const script = new URL('contract-check.ts', import.meta.url).pathname

/** Runs the command; its exit code and what it printed. */
const run = (...paths: string[]) =>
  new Promise<{ code: unknown; text: string }>((done) =>
    execFile(process.execPath, [script, ...paths], (error, out, err) =>
      done({ code: error?.code ?? 0, text: out + err }),
    ),
  )

test('lists what a contract has and lacks with its source, exit code 1', async () => {
  const payload = sampleContract('credit_contract')
  const data = { payload, payload_sha256: 'a'.repeat(64), text: shippedText('credit_contract') }
  const path = join(await mkdtemp(join(tmpdir(), 'contract-')), 'contract.pdf')
  await writeFile(path, await renderPdf({ kind: 'contract_preview', data, brand: undefined }, 'background'))
  const { code, text } = await run(path)
  expect(code).toBe(1)
  expect(text).toContain('found    cover       Monto total a pagar')
  expect(text).toContain('MISSING  annex       Texto del artículo 97 del Código de Comercio')
  expect(text).toContain('To be supplied by the lawyer.')
  expect(text).toMatch(/45 found, 13 missing\n$/)
})

test('answers exit code 2 if there is nothing to check', async () => {
  expect((await run()).code).toBe(2)
  expect(await run(script)).toMatchObject({ code: 2, text: expect.stringContaining('Invalid PDF') })
})
