// Runs before every test file: how often a law is drawn whose test names no number.
import * as fc from 'fast-check';
import {atLength} from './length.ts';

fc.configureGlobal({...fc.readConfigureGlobal(), numRuns: atLength({short: 40, long: 100})});
