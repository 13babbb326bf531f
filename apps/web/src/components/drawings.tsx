import type { ReactNode } from 'react'
import classes from './drawings.module.css'

interface DrawingProps {
  width?: number
}

export function Drawing({ width = 200, children }: DrawingProps & { children: ReactNode }) {
  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 240 180"
      width={width}
      height={width * 0.75}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** A disc in two halves, the two pay periods of a month. Onboarding 1. */
export function WelcomeDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <ellipse className={classes.ground} cx="120" cy="164" rx="86" ry="8" />
      <circle className={classes.soft} cx="120" cy="82" r="66" />
      <path className={classes.jade} d="M120 30a52 52 0 0 0 0 104z" />
      <circle className={classes.openJade} cx="120" cy="82" r="50" />
      <path className={classes.line} d="M120 24v116" />
      <path className={classes.thinOnJade} d="M92 62h18M86 82h24M92 102h18" />
      <path className={classes.thin} d="M132 62h18M132 82h24M132 102h18" />
      <circle className={classes.marigold} cx="176" cy="40" r="12" />
      <path className={classes.line} d="M60 164c6-22 18-32 34-34M180 164c-6-22-18-32-34-34" />
    </Drawing>
  )
}

/** A phone with a coin rising from its screen. Onboarding 2. */
export function RequestDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <ellipse className={classes.ground} cx="120" cy="166" rx="80" ry="7" />
      <path
        className={classes.soft}
        d="M34 120c0-52 38-90 88-90s84 36 84 84c0 20-8 36-18 48H52c-12-12-18-26-18-42z"
      />
      <rect className={classes.paper} x="82" y="22" width="76" height="142" rx="14" />
      <rect className={classes.outline} x="82" y="22" width="76" height="142" rx="14" />
      <path className={classes.line} d="M110 32h20" />
      <path className={classes.thin} d="M96 100h48" />
      <path className={classes.jadeLine} d="M96 100h28" />
      <circle className={classes.jade} cx="124" cy="100" r="7" />
      <rect className={classes.jade} x="94" y="132" width="52" height="16" rx="8" />
      <path className={classes.thin} d="M100 116h10M116 116h10M132 116h8" />
      <circle className={classes.marigold} cx="120" cy="66" r="18" />
      <path className={classes.line} d="M120 56v20M125 60c-2-3-10-3-10 1.500s10 3 10 7.500-8 4.500-10 1" />
      <path className={classes.jadeLine} d="M178 60l8-8M182 76h11M60 60l-8-8M56 76H45" />
    </Drawing>
  )
}

/** Instalments going down step by step until nothing is owed. Onboarding 3. */
export function ManageDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <ellipse className={classes.ground} cx="120" cy="164" rx="92" ry="7" />
      <rect className={classes.soft} x="30" y="28" width="180" height="124" rx="20" />
      <rect className={classes.jade} x="48" y="60" width="24" height="92" rx="6" />
      <rect className={classes.jade} x="82" y="82" width="24" height="70" rx="6" />
      <rect className={classes.jadeMid} x="116" y="104" width="24" height="48" rx="6" />
      <rect className={classes.jadeMid} x="150" y="126" width="24" height="26" rx="6" />
      <path className={classes.dashed} d="M54 46c40 4 84 26 122 64" />
      <path className={classes.line} d="M30 152h180" />
      <circle className={classes.marigold} cx="192" cy="128" r="14" />
      <path className={classes.line} d="M186 128l4.500 4.500 8-9" />
    </Drawing>
  )
}

/** An open folder with nothing in it. */
export function EmptyDrawing(props: DrawingProps) {
  return (
    <Drawing width={160} {...props}>
      <ellipse className={classes.ground} cx="120" cy="156" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jadeMid} d="M58 66a8 8 0 0 1 8-8h34l12 14h62a8 8 0 0 1 8 8v62H58z" />
      <rect className={classes.paper} x="76" y="52" width="88" height="70" rx="6" />
      <rect className={classes.outline} x="76" y="52" width="88" height="70" rx="6" />
      <path className={classes.thin} d="M90 70h36M90 84h56" />
      <path className={classes.jade} d="M46 96h148l-12 56H58z" />
      <circle className={classes.marigold} cx="186" cy="46" r="8" />
    </Drawing>
  )
}

/** A disc that is broken in two. */
export function ErrorDrawing(props: DrawingProps) {
  return (
    <Drawing width={160} {...props}>
      <ellipse className={classes.ground} cx="120" cy="156" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jade} d="M108 40a46 46 0 0 0 0 92z" />
      <path className={classes.openJade} d="M136 42a44 44 0 0 1 0 88z" />
      <path className={classes.line} d="M122 30l-6 24 12 18-10 20 10 18-8 32" />
      <circle className={classes.marigold} cx="180" cy="52" r="8" />
      <path className={classes.line} d="M60 148c10-6 18-6 28 0s18 6 28 0 18-6 28 0 18 6 28 0" />
    </Drawing>
  )
}

/** A magnifying glass. */
export function NotFoundDrawing(props: DrawingProps) {
  return (
    <Drawing width={160} {...props}>
      <ellipse className={classes.ground} cx="120" cy="156" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <circle className={classes.paper} cx="110" cy="76" r="38" />
      <circle className={classes.outline} cx="110" cy="76" r="38" />
      <path className={classes.jade} d="M110 48a28 28 0 0 0 0 56z" />
      <path className={classes.thick} d="M138 104l32 32" />
      <circle className={classes.marigold} cx="178" cy="44" r="8" />
    </Drawing>
  )
}

/** A marigold coin above an envelope: the money has arrived. */
export function MoneyArrivedDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <ellipse className={classes.ground} cx="120" cy="164" rx="86" ry="8" />
      <circle className={classes.soft} cx="120" cy="90" r="66" />
      <path
        className={classes.jade}
        d="M66 92h108a8 8 0 0 1 8 8v48a12 12 0 0 1-12 12H70a12 12 0 0 1-12-12v-48a8 8 0 0 1 8-8z"
      />
      <path
        className={classes.jadeMid}
        d="M58 100a8 8 0 0 1 8-8h108a8 8 0 0 1 8 8l-56 34a12 12 0 0 1-12 0z"
      />
      <g className={classes.arriving}>
        <circle className={classes.marigold} cx="120" cy="60" r="30" />
        <path
          className={classes.line}
          d="M120 43v34M128 50c-3-5-17-5-17 2.500s17 5 17 12.500-14 7.500-17 1.500"
        />
      </g>
      <path className={classes.jadeLine} d="M68 46l-10-8M62 66H48M172 46l10-8M178 66h14" />
    </Drawing>
  )
}
