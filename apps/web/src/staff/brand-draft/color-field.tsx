import { Button, TextInput } from '@mantine/core'
import {
  contrastsOf,
  contrastText,
  DEFAULT_COLORS,
  GROUNDS,
  isReadable,
  MIN_CONTRAST,
  nearestReadable,
  type Scheme,
} from '@quincena/domain/brand/colors'
import type { ComponentProps } from 'react'
import classes from './brand-draft.module.css'

const isColor = (value: string) => /^#[0-9A-Fa-f]{6}$/.test(value)

function Measure({ label, ratio }: { label: string; ratio: number }) {
  const passes = ratio >= MIN_CONTRAST
  return (
    <li data-passes={passes}>
      {label}: <strong>{contrastText(ratio)}</strong> {passes ? '✓ se lee bien' : '✗ no alcanza 4.5 : 1'}
    </li>
  )
}

interface ColorFieldProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  scheme: Scheme
  label: string
  value: string
  onChange: (value: string) => void
}

/** A colour with its contrasts on the surfaces of its scheme, and the nearest one that can be read. */
export function ColorField({ scheme, label, value, onChange, ...input }: ColorFieldProps) {
  const color = isColor(value) ? value.toUpperCase() : null
  const contrasts = color === null ? null : contrastsOf(color, scheme)
  const better = color === null || isReadable(color, scheme) ? null : nearestReadable(color, scheme)
  const { paper, on_button } = GROUNDS[scheme]
  return (
    <div className={classes.color}>
      <TextInput
        {...input}
        label={label}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={`Elegir ${label.toLowerCase()}`}
            disabled={input.disabled}
            value={color ?? DEFAULT_COLORS[scheme]}
            onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
          />
        }
      />
      {color !== null && contrasts !== null && (
        <>
          <div className={classes.swatch} style={{ background: paper }} aria-hidden>
            <span style={{ background: color, color: on_button }}>Botón</span>
            <span style={{ color }}>Enlace</span>
          </div>
          <ul className={classes.measures} aria-label={`Contraste del ${label.toLowerCase()}`}>
            <Measure label="Texto del botón" ratio={contrasts.button} />
            <Measure label="Enlace sobre el fondo" ratio={contrasts.link} />
          </ul>
        </>
      )}
      {better !== null && (
        <Button
          variant="default"
          size="xs"
          disabled={input.disabled ?? false}
          onClick={() => onChange(better)}
        >
          Usar el más cercano que se lee: {better}
        </Button>
      )}
    </div>
  )
}
