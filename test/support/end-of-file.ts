// Runs before every test file: when all tests of the file are over, what they started is ended and what they made is removed.
import {afterAll} from 'vitest';
import {endAll} from './endings.ts';

afterAll(endAll);
