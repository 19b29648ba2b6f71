// In this order: the styles of components come before those of the screens that use them.
import '../theme/styles.ts';
import './workbench.tsx';
