import { formatDate, formatDateTime, formatMoney, formatRate } from '@quincena/domain/format'
import { commissionStepsText } from '@quincena/domain/loans/advance-price'
import { lenderLimitNames } from '@quincena/domain/loans/duties'
import { limitNames } from '@quincena/domain/transfers/words'
import { z } from 'zod'
import { fieldLabel, valueNames } from '../activity/field-names.ts'

type Json = unknown

export interface FieldChange {
  field: string
  before: string | null
  after: string | null
  isChanged: boolean
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Flattens nested values: `{a: {b: 1}}` becomes `a.b`, one row for each field. */
function flat(value: Json, path = ''): [string, Json][] {
  if (!isRecord(value)) return path === '' ? [] : [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const day = /^\d{4}-\d{2}-\d{2}$/

function textValue(value: string): string {
  if (Object.hasOwn(valueNames, value)) return valueNames[value] ?? value
  if (day.test(value)) return formatDate(value)
  return instant.test(value) ? formatDateTime(value) : value
}

/** The limits are settings and the totals are a day's comparison, stored in centavos by their own names. */
const isMoney = (path: string) =>
  path.endsWith('_cents') ||
  /^totals\..*\.amount$/.test(path) ||
  Object.hasOwn(lenderLimitNames, path) ||
  Object.hasOwn(limitNames, path)

/** Stored as fractions. */
const isRate = (path: string) =>
  /(^|\.)(interest_rate|tax_rate|advance_share|advance_cost_ceiling)$/.test(path)

function numberText(path: string, value: number): string {
  if (isMoney(path)) return formatMoney(value)
  return isRate(path) ? formatRate(value) : String(value)
}

/** The steps of a commission, recorded in centavos; any other value as JSON. */
function stepsText(value: Json): string {
  const { data } = z.array(z.object({ up_to: z.int().nullable(), commission: z.int() })).safeParse(value)
  return data === undefined ? JSON.stringify(value) : commissionStepsText(data)
}

/** Formats a recorded value in Spanish: `_cents` as pesos, rates in percent, dates, yes and no; null when there is no value. */
function valueText(path: string, value: Json): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'number') return numberText(path, value)
  if (path === 'commission_steps') return stepsText(value)
  return typeof value === 'string' ? textValue(value) : JSON.stringify(value)
}

function fieldName(path: string): string {
  return path
    .split('.')
    .map((part) => fieldLabel(part.replace(/_cents$/, '')))
    .join(' · ')
}

/**
 * Lists the recorded fields of an audit entry with their values before and after, changed fields first. A field that was
 * and is empty says nothing and is left out.
 */
export function changesOf({ before, after }: { before: Json; after: Json }): FieldChange[] {
  const oldValues = new Map(flat(before))
  const newValues = new Map(flat(after))
  const changes = [...new Set([...oldValues.keys(), ...newValues.keys()])].map((path) => {
    const was = valueText(path, oldValues.get(path))
    const is = valueText(path, newValues.get(path))
    return { field: fieldName(path), before: was, after: is, isChanged: was !== is }
  })
  const filled = changes.filter(({ before: was, after: is }) => was !== null || is !== null)
  return filled.sort((one, other) => Number(other.isChanged) - Number(one.isChanged))
}
