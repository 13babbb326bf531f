import { Anchor } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './consent-box.module.css'
import type { ConsentName } from './consent-memory.ts'

const words: Record<ConsentName, { before: string; link: string }> = {
  terms: { before: 'Acepto los', link: 'términos y condiciones' },
  privacy: { before: 'Acepto el', link: 'aviso de privacidad' },
}

interface ConsentBoxProps {
  name: ConsentName
  checked: boolean
  /** True while the version to accept is not known. */
  disabled?: boolean
  /** The version to accept, in words; it is a second link to the text. */
  version?: string | undefined
  error?: ReactNode
  onChange: (checked: boolean) => void
  onRead: () => void
}

/** Checkbox to accept a legal text, with a link that opens the text. A native one: the first screen stays small. */
export function ConsentBox({ name, checked, disabled, version, error, onChange, onRead }: ConsentBoxProps) {
  const errorId = useId()
  const { before, link } = words[name]
  return (
    <div className={classes.consent}>
      <div className={classes.row}>
        <label className={classes.label}>
          <input
            type="checkbox"
            className={classes.box}
            checked={checked}
            disabled={disabled}
            onChange={(event) => onChange(event.currentTarget.checked)}
            aria-label={`${before} ${link}`}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? errorId : undefined}
          />
          {before}
        </label>
        <Anchor component="button" type="button" className={classes.link} onClick={onRead}>
          {link}
        </Anchor>
        {version !== undefined && (
          <Anchor component="button" type="button" className={classes.version} onClick={onRead}>
            {version}
          </Anchor>
        )}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
