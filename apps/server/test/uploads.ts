import type { TestContext } from './context.ts'

interface Sent {
  to: string
  headers: Record<string, string>
  bytes: Buffer
  name?: string
  company_name?: string
}

/** Uploads a spreadsheet as the staff app does: multipart with `excel_file` and an optional `company_name`. */
export function sendFile(ctx: TestContext, { to, headers, bytes, name = 'datos.xlsx', company_name }: Sent) {
  const boundary = 'limite-de-la-carga'
  const field =
    company_name === undefined
      ? ''
      : `--${boundary}\r\ncontent-disposition: form-data; name="company_name"\r\n\r\n${company_name}\r\n`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="excel_file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}${to}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(field + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
