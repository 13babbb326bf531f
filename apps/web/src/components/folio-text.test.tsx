import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FolioText } from './folio-text.tsx'

test('keeps each folio in its own span and the text unchanged', () => {
  const text = 'Tu crédito C-000138 y A-000140.'
  const { container } = render(<FolioText text={text} />)
  expect(container.textContent).toBe(text)
  for (const folio of ['C-000138', 'A-000140']) expect(screen.getByText(folio).tagName).toBe('SPAN')
})

test('leaves a text that is not a folio alone', () => {
  const { container } = render(<FolioText text="Del 3-000138 no-es" />)
  expect(container.querySelector('span')).toBeNull()
})
