/** Is loaded before the program of an instrumented build, so that mutants of what runs while modules are loaded can be active too. */
import {beginSwitching} from './switch.ts';

beginSwitching();
