import { expect, test } from 'vitest'
import { hasIdentifier, maskIdentifiers } from './masking.ts'

test.each([
  ['', ''],
  ['Ana Ruiz', 'Ana Ruiz'],
  ['012180001234567897', '••••7897'],
  ['0121 8000 1234 5678 97', '••••7897'],
  ['cuenta 0121-8000-1234, no 5512345678', 'cuenta ••••1234, no ••••5678'],
  ['0121\u00a08000  1234 (5678) 97', '••••7897'],
  ['RANA 900514-MNLMXN 09', 'RANA••••'],
  ['123456789', '123456789'],
  ['1234567890', '••••7890'],
  ['2026-11-20', '2026-11-20'],
  ['RANA900514MNLMXN09', 'RANA••••'],
  ['ñana900514hnlmxn0', 'ñana••••'],
  ['xRANA900514MNLMXN09x', 'xRANA••••x'],
  ['RANA900514AB7', 'RANA900514AB7'],
])('masks identifiers in %j: %j', (text, masked) => expect(maskIdentifiers(text)).toBe(masked))

test.each([
  ['', false],
  ['Ana Ruiz', false],
  ['C-000123', false],
  ['123456789', false],
  ['2026-11-20', false],
  ['-next_payment_date', false],
  ['folio 000123 ana', false],
  ['4512', false],
  ['5512345678', true],
  ['55 1234 5678', true],
  ['012180001234567897', true],
  ['Ana 0121-8000-1234', true],
  ['RANA900514MNLMXN09', true],
  ['rana 900514 mnlmxn09', true],
  ['RANA900514AB7', true],
  ['de rana-900514-ab7', true],
  ['TNO120101AB1', true],
])('finds identifiers in %j: %s', (text, expected) => expect(hasIdentifier(text)).toBe(expected))
