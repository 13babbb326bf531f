import { Anchor, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './consent-box.module.css'
import type { ConsentName } from './consent-memory.ts'

const words: Record<ConsentName, { before: string; link: string }> = {
  terms: { before: 'Acepto los', link: 'términos y condiciones' },
  privacy: { before: 'Acepto el', link: 'aviso de privacidad' },
}

interface ConsentBoxProps {
  name: ConsentName
  checked: boolean
  error?: ReactNode
  onChange: (checked: boolean) => void
  onRead: () => void
}

/** Agreement to a legal text, with the text one tap away. */
export function ConsentBox({ name, checked, error, onChange, onRead }: ConsentBoxProps) {
  const { before, link } = words[name]
  return (
    <div className={classes.row}>
      <Checkbox
        size="md"
        checked={checked}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={before}
        aria-label={`${before} ${link}`}
        classNames={{ root: classes.box ?? '', label: classes.label ?? '', body: classes.body ?? '' }}
      />
      <Anchor component="button" type="button" className={classes.link} onClick={onRead}>
        {link}
      </Anchor>
    </div>
  )
}
