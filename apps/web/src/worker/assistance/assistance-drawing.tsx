import type { Assistance } from '@quincena/domain/assistances/schema'
import type { ReactNode } from 'react'
import classes from '../../components/drawings.module.css'
import { stripAccents } from '../../lib/strip-accents.ts'

const stethoscope = (
  <>
    <path className={classes.line} d="M13 11v8a8 8 0 0 0 16 0v-8M21 27v4a8 8 0 0 0 16 0v-4" />
    <circle className={classes.marigold} cx="37" cy="23" r="4" />
  </>
)

const brain = (
  <>
    <path className={classes.jade} d="M23 10c-5-2-9 2-8 6-5 1-6 8-2 10-2 6 4 9 7 7 1 2 3 2 3 1z" />
    <path className={classes.line} d="M25 10c5-2 9 2 8 6 5 1 6 8 2 10 2 6-4 9-7 7-1 2-3 2-3 1z" />
    <circle className={classes.marigold} cx="38" cy="11" r="3" />
  </>
)

const wrench = (
  <>
    <path
      className={classes.jade}
      d="M38 13a9 9 0 0 1-12 11L16 36a4 4 0 0 1-5-5l11-10A9 9 0 0 1 34 9l-5 5 4 4z"
    />
    <circle className={classes.marigold} cx="14" cy="33" r="2" />
  </>
)

const scale = (
  <>
    <path className={classes.line} d="M24 12v25M15 38h18M11 16h26" />
    <path className={classes.jade} d="M5 27l6-11 6 11a6 6 0 0 1-12 0zM31 27l6-11 6 11a6 6 0 0 1-12 0z" />
    <circle className={classes.marigold} cx="24" cy="10" r="3" />
  </>
)

const towTruck = (
  <>
    <path className={classes.jade} d="M27 20h9l6 7v8H27z" />
    <path className={classes.line} d="M6 35h21V25H6zM10 25l13-13v6" />
    <circle className={classes.ink} cx="14" cy="36" r="4" />
    <circle className={classes.ink} cx="34" cy="36" r="4" />
    <circle className={classes.marigold} cx="40" cy="22" r="2.500" />
  </>
)

const helpingHand = (
  <>
    <path className={classes.jade} d="M24 26l-9-9a6 6 0 0 1 9-8 6 6 0 0 1 9 8z" />
    <path className={classes.line} d="M7 32c8-4 10 3 18 1l10-5M8 39h14c6 0 12-4 18-9" />
    <circle className={classes.marigold} cx="39" cy="13" r="3" />
  </>
)

/** The first drawing with a word of the assistance's name; names are free texts that staff write. */
const drawings: readonly (readonly [RegExp, ReactNode])[] = [
  [/psic|emocional|mental|terapia/, brain],
  [/medic|salud|doctor|dent|nutri|enferm/, stethoscope],
  [/plomer|cerraj|hogar|casa|electric|tecnico|repara/, wrench],
  [/legal|abogad|juridic|notar/, scale],
  [/vial|grua|auto|llanta|camino|coche|moto/, towTruck],
]

/** Drawing of what an assistance is about; a heart over a hand for anything else. */
export function AssistanceDrawing({ name }: Pick<Assistance, 'name'>) {
  const [, drawing] = drawings.find(([words]) => words.test(stripAccents(name))) ?? []
  return (
    <svg className={classes.drawing} viewBox="0 0 48 48" width="44" height="44" aria-hidden="true">
      {drawing ?? helpingHand}
    </svg>
  )
}
