import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { encryptedPdf, hostilePdfs } from '../../test/hostile-pdfs.ts'
import { pdfOfSize, smallPdf } from '../../test/small-pdf.ts'
import { samplePdf } from '../demo/sample-pdf.ts'
import { createPdfCheck, requireReadablePdf } from './check-pdf.ts'

let last_user_id = 0
function check(bytes: Uint8Array, requirePdf = requireReadablePdf) {
  last_user_id += 1
  return requirePdf(bytes, { user_id: last_user_id, signal: new AbortController().signal })
}

/** The limit of processor time decides, because this wall time limit is too long to be reached. */
const checkHostile = createPdfCheck({ limit_ms: 120_000, idle_ms: 60_000 })

test.each(Object.entries(hostilePdfs))(
  'refuses a file with %s with 422 and takes the next file',
  { timeout: 150_000 },
  async (_, make) => {
    await expect(check(make(), checkHostile)).rejects.toMatchObject({
      ...{ status: 422, code: 'document.unreadable' },
      errors: {
        file: ['No pudimos abrir el archivo. Revisa que sea un PDF completo, con al menos una página.'],
      },
    })
    await check(smallPdf(), checkHostile)
  },
)

test('accepts a PDF of 10 MB, a demo document, and a damaged file that readers can repair', async () => {
  const small = smallPdf()
  await check(pdfOfSize(10 * 1024 * 1024))
  await check(await samplePdf('Identificación'))
  await check(small.subarray(0, small.lastIndexOf('startxref')))
})

test('accepts an encrypted PDF that opens without a password, and rejects one that needs it with 422', async () => {
  await check(await encryptedPdf({ ownerPassword: 'para cambiar' }))
  const locked = await encryptedPdf({ userPassword: 'para abrir', ownerPassword: 'para cambiar' })
  expect(locked.includes('/Encrypt')).toBe(true)
  await expect(check(locked)).rejects.toMatchObject({
    ...{ status: 422, code: 'document.locked' },
    errors: { file: ['El PDF está protegido con contraseña. Quítasela y vuelve a subirlo.'] },
  })
})

/** Process ids of this process's PDF checks; the newest is last. */
function checkingProcesses(): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' })
  return list
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([parent, , ...args]) => parent === String(process.pid) && /check-pdf-process/.test(args.join(' ')),
    )
    .map(([, pid]) => Number(pid))
    .sort((a, b) => a - b)
}

/** Stops the newest checking process for a while, so that it gets no processor time. */
async function starve(ms: number) {
  const pid = checkingProcesses().at(-1) ?? 0
  process.kill(pid, 'SIGSTOP')
  await sleep(ms)
  // The check may have ended the process.
  if (checkingProcesses().includes(pid)) process.kill(pid, 'SIGCONT')
}

test('accepts a good file whose check gets no processor time for 6 s', async () => {
  await check(smallPdf())
  const pdf = pdfOfSize(10 * 1024 * 1024)
  const starving = starve(6_000)
  const [outcome] = await Promise.allSettled([check(pdf), starving])
  expect(outcome).toMatchObject({ status: 'fulfilled' })
})

test('answers 503 for a good file whose check gets no processor time until the limit', async () => {
  const requirePdf = createPdfCheck({ limit_ms: 4_000, idle_ms: 60_000 })
  await check(smallPdf(), requirePdf)
  const starving = starve(5_000)
  const [outcome] = await Promise.allSettled([check(smallPdf(), requirePdf), starving])
  expect(outcome).toMatchObject({ reason: { status: 503, code: 'files.busy', retry_after_s: 3 } })
  await check(smallPdf(), requirePdf)
})

test('accepts a good file while an idle process is being ended', async () => {
  const idle_ms = 100
  const requirePdf = createPdfCheck({ limit_ms: 20_000, idle_ms })
  for (let after_ms = 0; after_ms <= 50; after_ms += 10) {
    await check(smallPdf(), requirePdf)
    await sleep(idle_ms + after_ms)
  }
})
