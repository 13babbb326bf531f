import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { COMMISSION_STEPS_LIMIT } from '@quincena/domain/loans/advance-price'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useId } from 'react'
import { smallIcon } from '../../components/small-icon.tsx'
import { type CommissionRow, rowsOfText, textOfRows } from './commission-rows.ts'
import classes from './commission-table.module.css'
import type { CommissionCell } from './company-values.ts'

interface RowProps {
  row: CommissionRow
  number: number
  isLast: boolean
  isOnly: boolean
  /** The column with the error; undefined without one. */
  wrong: keyof CommissionRow | undefined
  /** Id of the error's text. */
  errorId: string
  onChange: (row: CommissionRow) => void
  onRemove: () => void
}

function Row({ row, number, isLast, isOnly, wrong, errorId, onChange, onRemove }: RowProps) {
  const errorOf = (name: keyof CommissionRow) =>
    wrong === name && { error: true, 'aria-describedby': errorId }
  return (
    <tr>
      <td>
        <TextInput
          aria-label={`Renglón ${number}: monto hasta`}
          placeholder={isLast ? 'Sin límite' : undefined}
          inputMode="decimal"
          leftSection="$"
          autoComplete="off"
          value={row.up_to}
          onChange={(event) => onChange({ ...row, up_to: event.currentTarget.value })}
          {...errorOf('up_to')}
        />
      </td>
      <td>
        <TextInput
          aria-label={`Renglón ${number}: comisión`}
          inputMode="decimal"
          leftSection="$"
          autoComplete="off"
          value={row.commission}
          onChange={(event) => onChange({ ...row, commission: event.currentTarget.value })}
          {...errorOf('commission')}
        />
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Quitar el renglón ${number}`}
          disabled={isOnly}
          onClick={onRemove}
        >
          {smallIcon(IconTrash)}
        </ActionIcon>
      </td>
    </tr>
  )
}

interface CommissionTableProps {
  /** The rows as one text (`textOfRows`). */
  value: string
  onChange: (value: string) => void
  onBlur?: (event: FocusEvent) => void
  error?: ReactNode
  /** The cell that the error is about; undefined if it is about none. */
  wrong?: CommissionCell | undefined
  'data-path'?: string
}

/** Table of a commission by amount: up to which amount, and how much. A new row goes above the open last one. */
export function CommissionTable({ value, onChange, error, wrong, ...input }: CommissionTableProps) {
  const errorId = useId()
  const rows = rowsOfText(value)
  const save = (changed: readonly CommissionRow[]) => onChange(textOfRows(changed))
  const checkAfterLeaving = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) input.onBlur?.(event)
  }
  return (
    <Input.Wrapper
      label="Comisión según el monto"
      labelElement="div"
      description="Se cobra la del primer renglón que alcanza el monto; el último puede quedar abierto."
      error={error}
      errorProps={{ id: errorId }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      withAsterisk
    >
      <table
        className={classes.table}
        aria-label="Comisión según el monto"
        aria-describedby={error === undefined ? undefined : errorId}
        data-path={input['data-path']}
        onBlur={checkAfterLeaving}
      >
        <thead>
          <tr>
            <th scope="col">Monto hasta</th>
            <th scope="col">Comisión</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place.
              key={index}
              row={row}
              number={index + 1}
              isLast={index === rows.length - 1}
              isOnly={rows.length === 1}
              wrong={error && wrong?.index === index ? wrong.field : undefined}
              errorId={errorId}
              onChange={(changed) => save(rows.with(index, changed))}
              onRemove={() => save(rows.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={smallIcon(IconPlus)}
        disabled={rows.length >= COMMISSION_STEPS_LIMIT}
        onClick={() => save(rows.toSpliced(rows.length - 1, 0, { up_to: '', commission: '' }))}
      >
        Agregar renglón
      </Button>
    </Input.Wrapper>
  )
}
