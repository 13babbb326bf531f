import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LenderLine } from './lender-line.tsx'

afterEach(() => {
  document.head.innerHTML = ''
})

test('names the lender of the page, its status and both phones', () => {
  document.head.innerHTML = `<meta name="lender" content="Préstamos del Norte, SOFOM, E.N.R.">
    <meta name="lender-phone" content="81 1234 5678">`
  const { container } = render(<LenderLine />)
  expect(container).toHaveTextContent('Te presta Préstamos del Norte, SOFOM, E.N.R., entidad no regulada.')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dudas: 81 1234 5678', 'tel:8112345678'],
    ['Quejas: CONDUSEF 55 5340 0999', 'tel:5553400999'],
  ])
})

test('shows nothing if the server did not name the lender', () => {
  const { container } = render(<LenderLine />)
  expect(container).toHaveTextContent('')
})
