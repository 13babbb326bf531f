import classes from '../drawings.module.css'
import { Drawing, type DrawingProps } from '../drawings.tsx'

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
