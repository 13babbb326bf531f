import { Select } from '@mantine/core'
import {
  FIELD_NAMES,
  STATEMENT_FIELDS,
  type StatementColumns,
  type StatementField,
} from '@quincena/domain/bank-statements/columns'
import type { StatementPreview } from '@quincena/domain/bank-statements/schema'
import classes from './statement-form.module.css'

interface ColumnChoiceProps {
  preview: StatementPreview
  /** The choice, which may be newer than the preview. */
  columns: StatementColumns
  onChange: (columns: StatementColumns) => void
}

/** The choice of a field that the file has not; no header is empty. */
const missing = { value: '', label: 'No viene' }

/** Which column of the file each field is read from, with what is wrong at its field. */
export function ColumnChoice({ preview, columns, onChange }: ColumnChoiceProps) {
  const { headers, column_problems } = preview
  const choose = (field: StatementField) => (header: string | null) =>
    onChange({ ...columns, [field]: header === missing.value ? null : header })
  return (
    <fieldset className={classes.columns}>
      <legend className={classes.legend}>Columnas del archivo</legend>
      <p className={classes.head}>
        Revisa de qué columna sale cada dato; la cuenta las recuerda para la próxima vez. Elige depósitos y
        retiros, o un solo monto con signo.
      </p>
      <div className={classes.fields}>
        {STATEMENT_FIELDS.map((field) => (
          <Select
            key={field}
            label={FIELD_NAMES[field]}
            data={[missing, ...headers]}
            value={columns[field] ?? missing.value}
            onChange={choose(field)}
            allowDeselect={false}
            error={column_problems[field]}
          />
        ))}
      </div>
    </fieldset>
  )
}
