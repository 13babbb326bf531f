import type { TextContent } from '@quincena/domain/texts/content'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { textDetailOf, textFieldsAnswer, versionOf } from '../../../test/texts.ts'
import { endSession } from '../../lib/session.ts'

const clause = (number: number) => ({
  ...{ heading: `Cláusula ${number}`, part: 'clause' },
  paragraphs: [{ text: `Texto ${number}.` }],
})

const content: TextContent = {
  title: 'Contrato',
  sections: [
    { heading: 'CAT', part: 'cover_figure', paragraphs: [{ text: '{cat}' }] },
    {
      ...{ heading: 'Las partes', part: 'parties' },
      paragraphs: [
        { text: '{lender} y {client}, por {amount} y {total}: {payments}, a {rate}, hasta el {last_due}.' },
        { text: 'CONDUSEF: www.condusef.gob.mx' },
      ],
    },
    {
      ...{ heading: 'Impuestos', part: 'clause' },
      paragraphs: [
        { text: 'Se suma el IVA: {tax}.', when: 'vat_added' },
        { text: 'El precio contiene el IVA.', when: 'vat_contained' },
      ],
    },
    ...Array.from({ length: 10 }, (_, index) => clause(index + 2)),
  ],
}

const fields = {
  ...textFieldsAnswer,
  fields: Array.from({ length: 14 }, (_, index) => ({
    ...{ name: index === 7 ? 'last_due' : `field_${index}`, type: 'text', sample: 'x' },
    description: index === 7 ? 'Fecha del último pago' : `Campo ${index}`,
  })),
}

const detail = textDetailOf({
  ...{ document: 'credit_contract', name: 'Contrato de crédito', needs_consent: false, content },
  versions: [versionOf()],
})

const openDraft = () => {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
    'GET /texts/credit_contract/fields': fields,
    'GET /texts/credit_contract': detail,
    'POST /texts/credit_contract/preview': {
      ...{ document: 'credit_contract', title: 'Contrato' },
      sections: [{ heading: 'CAT', part: 'cover_figure', paragraphs: ['Con tus datos'] }],
    },
    'POST /texts/credit_contract/pdf': {},
  })
  openStaffApp('/configuracion/textos/credit_contract/borrador', 'U0')
  return calls
}

const preview = async () => within(await screen.findByRole('region', { name: 'Vista previa' }))

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the preview is filled by the chosen loan, which decides the conditions and numbers the clauses', async () => {
  openDraft()
  const shown = await preview()
  expect(shown.getByText('El precio contiene el IVA.')).toBeVisible()
  expect(shown.getByRole('heading', { name: '1. Impuestos' })).toBeVisible()
  expect(shown.getByText('CONDUSEF:')).toBeVisible()
  expect(shown.queryByRole('checkbox')).toBeNull()
  await userEvent.selectOptions(shown.getByLabelText('Préstamo de ejemplo'), '52 pagos semanales, IVA aparte')
  expect(shown.getByText('Se suma el IVA: $151.77.')).toBeVisible()
  expect(shown.queryByText('El precio contiene el IVA.')).toBeNull()
  expect(shown.getByText(/51 semanas de \$213\.47/)).toBeVisible()
})

test('the lender’s own data and the PDF come from the server with the chosen loan', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  const calls = openDraft()
  const shown = await preview()
  await userEvent.selectOptions(shown.getByLabelText('Préstamo de ejemplo'), 'El más grande')
  await userEvent.click(shown.getByRole('radio', { name: 'Tu financiera' }))
  expect(await shown.findByText('Con tus datos')).toBeVisible()
  await userEvent.click(shown.getByRole('button', { name: 'Ver PDF' }))
  const bodies = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  expect(bodies).toEqual([
    ['/texts/credit_contract/preview', { content, sample: 'largest' }],
    ['/texts/credit_contract/pdf', { content, sample: 'largest', is_own: true }],
  ])
})

test('goes to a section, and asks where a section stands', async () => {
  openDraft()
  await userEvent.selectOptions(await screen.findByLabelText('Ir a una sección'), '13. Cláusula 11')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Título de la sección 13' }))
  const last = within(screen.getByRole('listitem', { name: 'Sección 13 de 13' }))
  await userEvent.selectOptions(last.getByLabelText('Dónde va'), 'Anexo')
  await userEvent.click(screen.getByRole('button', { name: 'Agregar sección' }))
  const added = within(screen.getByRole('listitem', { name: 'Sección 14 de 14' }))
  expect(added.getByLabelText<HTMLSelectElement>('Dónde va').value).toBe('annex')
})

test('searches the fields without accents', async () => {
  openDraft()
  const palette = within(await screen.findByRole('region', { name: 'Campos' }))
  await userEvent.click(palette.getByText('Campos'))
  await userEvent.type(await palette.findByRole('searchbox', { name: 'Buscar un campo' }), 'ultimo')
  expect(palette.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '{last_due} Fecha del último pagoEjemplo: x',
  ])
  await userEvent.type(palette.getByRole('searchbox'), ' x')
  expect(palette.getByText('Ningún campo se llama así.')).toBeVisible()
})
